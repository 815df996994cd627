import type { Conversation, ConversationSummary } from "@lectern/contract";

export interface ReadFailure {
  error: Error;
  retry: () => void;
}

/** What is downloaded and exported: `app` gives it. */
export interface ConversationPort {
  /** The last changed first; null while they are being read, or where they could not be. */
  conversations: readonly ConversationSummary[] | null;
  /** Why they could not be read. */
  failed: ReadFailure | null;
  /** A whole one: a cloud conversation is read from the server. Throws where it cannot be had. */
  read(id: string, signal: AbortSignal): Promise<Conversation>;
}
