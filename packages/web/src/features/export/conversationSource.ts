import type { Conversation, ConversationSummary } from "@lectern/contract";

export interface ReadFailure {
  error: Error;
  retry: () => void;
}

/** The conversations that can be downloaded and exported. */
export interface ConversationSource {
  /** Most recently changed first; null while they load, or when that failed. */
  conversations: readonly ConversationSummary[] | null;
  /** Why they could not be loaded. */
  failed: ReadFailure | null;
  /** Reads one with its messages, a cloud conversation from the server. Throws when that fails. */
  read(id: string, signal: AbortSignal): Promise<Conversation>;
}
