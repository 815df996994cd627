import { type ConversationSummary, convertConversations } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import type { ConversationSource } from "../conversationSource.ts";
import { type NotRead, readAll } from "../readAll.ts";
import { awaitDocument } from "./awaitDocument.ts";
import { convertRequest, type DownloadChoices } from "./convertRequest.ts";

/** Why there is no document; the message is for people to read. */
export class DownloadFailed extends Error {
  readonly requestId: string | null;
  constructor(message: string, requestId: string | null = null) {
    super(message);
    this.name = "DownloadFailed";
    this.requestId = requestId;
  }
}

export interface PrepareOptions {
  source: Pick<ConversationSource, "read">;
  conversations: readonly ConversationSummary[];
  choices: DownloadChoices;
  signal: AbortSignal;
  /** How many conversations have been read. */
  onRead: (done: number) => void;
  /** All of them: the document is being made. */
  onSent: () => void;
}

/** [C7.37] Reads the conversations, has the document made and gives its address: `isReady` false where a minute was not enough. Throws `DownloadFailed`. */
export async function prepareDownload(options: PrepareOptions): Promise<{ url: string; isReady: boolean }> {
  const { source, conversations, choices, signal, onRead, onSent } = options;
  const notRead: NotRead[] = [];
  const read = [];
  for await (const step of readAll(conversations, { read: source.read, signal, onProgress: onRead }, (one) =>
    notRead.push(one),
  )) {
    read.push(...step);
  }
  if (notRead.length > 0) throw new DownloadFailed(couldNotRead(notRead));
  onSent();
  const { url } = await call(convertConversations, convertRequest(read, choices), { signal }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      if (!(error instanceof CallError)) throw error;
      throw new DownloadFailed(error.reason ?? error.message, error.requestId);
    },
  );
  return { url, isReady: await awaitDocument(url, { signal }) };
}

const mostNamed = 3;

function couldNotRead(notRead: readonly NotRead[]): string {
  const names = notRead.slice(0, mostNamed).map(({ name }) => `“${name}”`);
  const more = notRead.length - names.length;
  const all = more > 0 ? [...names, `${more} more`] : names;
  return `${all.join(", ")} could not be read: ${notRead[0]?.reason ?? ""} Leave out what cannot be read, or try again.`;
}
