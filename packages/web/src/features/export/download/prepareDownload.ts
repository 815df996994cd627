import { type ConversationSummary, convertConversations } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { call } from "../../../lib/call.ts";
import { CallError } from "../../../lib/callError.ts";
import { listNames, quoteName } from "../../../lib/text/listNames.ts";
import type { ConversationSource } from "../conversationSource.ts";
import { type FailedConversation, readConversations } from "../readConversations.ts";
import { buildConvertRequest, type DownloadChoices } from "./buildConvertRequest.ts";
import { waitForDocument } from "./waitForDocument.ts";

/** Thrown if a conversation could not be read or the server rejected the request. `message` is shown to the person. */
export class DownloadError extends Error {
  readonly requestId: string | null;
  constructor(message: string, requestId: string | null = null) {
    super(message);
    this.name = "DownloadError";
    this.requestId = requestId;
  }
}

export interface PrepareOptions {
  source: Pick<ConversationSource, "read">;
  conversations: readonly ConversationSummary[];
  choices: DownloadChoices;
  signal: AbortSignal;
  /** Reports the number of conversations read so far. */
  onRead: (done: number) => void;
  /** Called when all conversations are read, before the document is requested. */
  onSubmitted: () => void;
}

/**
 * Reads the conversations, requests the document and returns its URL. `isReady` is false if the document does not exist
 * after about a minute. Throws `DownloadError`, `DocumentError`, or the signal's reason.
 */
export async function prepareDownload(options: PrepareOptions): Promise<{ url: string; isReady: boolean }> {
  const { source, conversations, choices, signal, onRead, onSubmitted } = options;
  const failedConversations: FailedConversation[] = [];
  const loadedConversations = [];
  for await (const batch of readConversations(
    conversations,
    { read: source.read, signal, onProgress: onRead },
    (failed) => failedConversations.push(failed),
  )) {
    loadedConversations.push(...batch);
  }
  if (failedConversations.length > 0) throw new DownloadError(buildReadFailureText(failedConversations));
  onSubmitted();
  const { url } = await call(convertConversations, buildConvertRequest(loadedConversations, choices), { signal }).catch(
    (error: unknown) => {
      signal.throwIfAborted();
      if (!(error instanceof CallError)) throw error;
      throw new DownloadError(error.reason ?? error.message, error.requestId);
    },
  );
  return { url, isReady: await waitForDocument(url, { signal }) };
}

function buildReadFailureText(failedConversations: readonly FailedConversation[]): string {
  const names = listNames(
    failedConversations.map(({ name }) => name),
    quoteName,
  );
  const reason = failedConversations[0]?.reason ?? "";
  return t`${names} couldn’t be read: ${reason} Deselect these chats, or try again.`;
}
