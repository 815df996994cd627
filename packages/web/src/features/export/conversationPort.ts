import type { Conversation, ConversationSummary } from "@lectern/contract";

/** What is downloaded and exported: `app` gives it. */
export interface ConversationPort {
  /** The last changed first; null while they are being read. */
  conversations: readonly ConversationSummary[] | null;
  /** A whole one: a cloud conversation is read from the server. Throws where it cannot be had. */
  read(id: string, signal: AbortSignal): Promise<Conversation>;
}
