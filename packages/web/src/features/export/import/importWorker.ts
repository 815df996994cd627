import type { Conversation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { setTexts, type Texts } from "../../../lib/i18n/workerTexts.ts";
import { ImportError, type ImportPreview } from "./importTypes.ts";
import { readImportFile } from "./readImportFile.ts";

/** A request from the page: first to read a file, then to load conversations by id. */
export type ImportRequest =
  | { kind: "read"; file: Blob; texts: Texts }
  | { kind: "load"; requestId: number; ids: readonly string[] };
export type ImportReply =
  | { kind: "preview"; preview: ImportPreview }
  | { kind: "error"; message: string }
  | { kind: "loaded"; requestId: number; conversations: readonly Conversation[] };

let conversationsById = new Map<string, Conversation>();

addEventListener("message", ({ data }: MessageEvent<ImportRequest>) => {
  if (data.kind === "read") {
    setTexts(data.texts);
    void read(data.file);
  } else {
    const conversations = data.ids.flatMap((id) => conversationsById.get(id) ?? []);
    reply({ kind: "loaded", requestId: data.requestId, conversations });
  }
});

async function read(file: Blob): Promise<void> {
  try {
    const { conversations, ...rest } = await readImportFile(file, new Date());
    conversationsById = new Map(conversations.map((conversation) => [conversation.id, conversation]));
    const names = conversations.map(({ id, name }) => ({ id, name }));
    reply({ kind: "preview", preview: { ...rest, conversations: names } });
  } catch (error) {
    const message = error instanceof ImportError ? error.message : t`Couldn’t read this file.`;
    reply({ kind: "error", message });
  }
}

function reply(message: ImportReply): void {
  postMessage(message);
}
