import type { ArtifactContent, Conversation, Message } from "@lectern/contract";

/**
 * The part of the conversation store that the chat needs. A call rejects if its write could not be stored. `reload`
 * does nothing for a conversation that is gone.
 */
export interface TurnStore {
  /**
   * Adds or replaces messages by id and moves the head. Local, or not in the cloud yet: writes one record. Cloud: shows
   * the messages immediately. The server stores them, and a conversation that it does not have, when the chat is
   * posted. Returns the conversation, which may have been moved since it was last read.
   */
  beginTurn(conversationId: string, messages: readonly Message[], headId: string): Promise<Conversation>;
  /**
   * Gives a conversation the id under which its code runs. Of a cloud conversation, only the copy that is shown changes: the
   * server stores the id with the next turn.
   */
  setCodeInterpreterId(conversationId: string, assistantId: string): Promise<void>;
  /**
   * Handles that the server has the turn of a cloud conversation whose answer is `reply`: replaces a conversation that
   * this turn has created with its stub, and makes other tabs read the conversation again, because they may have read
   * it before the server had the turn.
   */
  confirmTurn(conversationId: string, reply: Message): Promise<void>;
  /**
   * Removes messages here, but not in the cloud, and sets the head to `headId`: messages that the server has not
   * received, or failed answers that a new one replaces.
   */
  withdrawTurn(conversationId: string, messageIds: readonly string[], headId: string | null): Promise<void>;
  /**
   * Saves the answer, complete or in part. Local: stores it. Cloud: changes only what is shown, because the server
   * stores the answer. `needsUpload`: if the conversation is in the cloud, also uploads the answer, because it was
   * requested before the conversation was moved there, or was changed in this browser. `artifacts`: the versions that the
   * answer has made.
   */
  saveAnswer(
    conversationId: string,
    reply: Message,
    needsUpload: boolean,
    artifacts?: readonly ArtifactContent[],
  ): Promise<void>;
  /**
   * Completes a turn after its answer has ended: moves the conversation up in the list, and requests a title if the
   * conversation needs one.
   */
  finishTurn(conversationId: string): Promise<void>;
  /** Gives an untitled conversation whose first question has no answer the fallback title. */
  nameUnanswered(conversationId: string): Promise<void>;
  /** Shows another version of a message. `headId`: the end of its branch. */
  showVersion(conversationId: string, headId: string): Promise<void>;
  /**
   * Reads the conversation again after its run ended, or its answer was processed, elsewhere. Returns null if it is
   * gone.
   */
  reload(conversationId: string): Promise<Conversation | null>;
}
