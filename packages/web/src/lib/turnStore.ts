import type { Message } from "@lectern/contract";

/**
 * What the chat needs of the place where conversations are kept. Every call resolves when what it wrote is safe, and rejects
 * when it could not be written; `showVersion` and `reload` may also do nothing for a conversation that is gone.
 */
export interface TurnStore {
  /**
   * Puts messages (new or changed, by id) into the conversation and moves its head. Local: one record is written. Cloud: they
   * are shown at once, and the server writes them when the chat is posted.
   */
  beginTurn(conversationId: string, messages: readonly Message[], headId: string): Promise<void>;
  /** Takes messages out again that `beginTurn` put in and that the server never got, and moves the head back. */
  withdrawTurn(conversationId: string, messageIds: readonly string[], headId: string | null): Promise<void>;
  /** The answer as it ended, or as far as it came. Local: written. Cloud: only the cache changes, the server has it. */
  saveReply(conversationId: string, reply: Message): Promise<void>;
  /** The answer has ended: the order of the list, the title and, for a cloud conversation, the server's copy. */
  finishTurn(conversationId: string): Promise<void>;
  /** Shows another version of a message: `headId` is the end of its branch. */
  showVersion(conversationId: string, headId: string): Promise<void>;
  /** Reads the conversation again from where it is kept: its run ended elsewhere. */
  reload(conversationId: string): Promise<void>;
}
