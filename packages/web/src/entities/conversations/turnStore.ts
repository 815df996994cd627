import type { Conversation, Message } from "@lectern/contract";

/**
 * The part of the conversation store that the chat needs. Every call resolves when its write is stored and rejects if
 * it could not be stored. `showVersion` and `reload` may do nothing for a conversation that is gone.
 */
export interface TurnStore {
  /**
   * Adds or replaces messages by id and moves the head. Local: writes one record. Cloud: shows them immediately; the
   * server stores them when the chat is posted. Returns the conversation, which may have been moved since it was last
   * read.
   */
  beginTurn(conversationId: string, messages: readonly Message[], headId: string): Promise<Conversation>;
  /** Removes messages that `beginTurn` added and the server has not received, and sets the head to `headId`. */
  withdrawTurn(conversationId: string, messageIds: readonly string[], headId: string | null): Promise<void>;
  /**
   * Saves the answer, complete or in part. Local: stores it. Cloud: changes only what is shown, because the server has
   * it; unless it was requested in a local conversation (`isLocalRun`) that another tab has moved to the cloud in the
   * meantime.
   */
  saveReply(conversationId: string, reply: Message, isLocalRun: boolean): Promise<void>;
  /**
   * Completes a turn after its answer has ended: moves the conversation up in the list, and requests a title if the
   * conversation needs one.
   */
  finishTurn(conversationId: string): Promise<void>;
  /** Shows another version of a message. `headId`: the end of its branch. */
  showVersion(conversationId: string, headId: string): Promise<void>;
  /** Reads the conversation again after its run ended elsewhere. */
  reload(conversationId: string): Promise<void>;
}
