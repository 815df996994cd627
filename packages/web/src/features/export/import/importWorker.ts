import type { Conversation } from "@lectern/contract";
import { ImportError, type ImportPreview } from "./importTypes.ts";
import { readImportFile } from "./readImportFile.ts";

/** What the page asks: first to read a file, then for the conversations with these ids. */
export type ImportRequest = { kind: "read"; file: Blob } | { kind: "take"; number: number; ids: readonly string[] };
export type ImportReply =
  | { kind: "preview"; preview: ImportPreview }
  | { kind: "refused"; message: string }
  | { kind: "taken"; number: number; conversations: readonly Conversation[] };

let kept = new Map<string, Conversation>();

addEventListener("message", ({ data }: MessageEvent<ImportRequest>) => {
  if (data.kind === "read") void read(data.file);
  else say({ kind: "taken", number: data.number, conversations: data.ids.flatMap((id) => kept.get(id) ?? []) });
});

async function read(file: Blob): Promise<void> {
  try {
    const { conversations, ...rest } = await readImportFile(file, new Date());
    kept = new Map(conversations.map((conversation) => [conversation.id, conversation]));
    const names = conversations.map(({ id, name }) => ({ id, name }));
    say({ kind: "preview", preview: { ...rest, conversations: names } });
  } catch (error) {
    const message = error instanceof ImportError ? error.message : "This file could not be read.";
    say({ kind: "refused", message });
  }
}

function say(reply: ImportReply): void {
  postMessage(reply);
}
