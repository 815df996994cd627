import type { Conversation, Message } from "@lectern/contract";

/**
 * What the chat needs of the place where conversations are kept. Every call resolves when what it wrote is safe, and rejects
 * when it could not be written; `showVersion` and `reload` may also do nothing for a conversation that is gone.
 */
export interface TurnStore {
  /**
   * Puts messages (new or changed, by id) into the conversation and moves its head. Local: one record is written. Cloud: they
   * are shown at once, and the server writes them when the chat is posted. Gives the conversation as it is then: it may have
   * been moved since it was last read.
   */
  beginTurn(conversationId: string, messages: readonly Message[], headId: string): Promise<Conversation>;
  /** Takes messages out again that `beginTurn` put in and that the server never got, and moves the head back. */
  withdrawTurn(conversationId: string, messageIds: readonly string[], headId: string | null): Promise<void>;
  /**
   * The answer as it ended, or as far as it came. Local: written. Cloud: only what is shown changes, the server has it; unless
   * it was asked for in a local conversation (`isLocalRun`) that another tab has moved to the cloud meanwhile.
   */
  saveReply(conversationId: string, reply: Message, isLocalRun: boolean): Promise<void>;
  /** The answer has ended: its conversation moves up in the list. A title is asked for, and comes later. */
  finishTurn(conversationId: string): Promise<void>;
  /** Shows another version of a message: `headId` is the end of its branch. */
  showVersion(conversationId: string, headId: string): Promise<void>;
  /** Reads the conversation again from where it is kept: its run ended elsewhere. */
  reload(conversationId: string): Promise<void>;
}
