import type { Conversation, ConversationSummary } from "@lectern/contract";

export interface ReadFailure {
  error: Error;
  retry: () => void;
}

/** The conversations that can be downloaded and exported. */
export interface ConversationSource {
  /** The conversations, most recently changed first; null while they are loading or if they could not be loaded. */
  conversations: readonly ConversationSummary[] | null;
  /** The reason why the conversations could not be loaded; null if there is none. */
  failed: ReadFailure | null;
  /** Reads a conversation with its messages; a cloud conversation is read from the server. Throws if that fails. */
  read(id: string, signal: AbortSignal): Promise<Conversation>;
}
