/** What the actions of messages need of the place where conversations are kept. Calls reject where it was not done. */
export interface MessageStore {
  /** A whole copy of a conversation; gives its id. */
  copy(conversationId: string): Promise<string>;
  /** A new conversation with the branch of messages up to this one; gives its id. */
  fork(conversationId: string, messageId: string): Promise<string>;
  /** Writes another text in the place of a message's. `label`: what is shown of it, where that is not all. */
  overwriteMessage(conversationId: string, messageId: string, content: string, label?: string): Promise<void>;
  /** Takes a message out, as `removeMessageFromTree` says; gives what puts it back. */
  removeMessage(conversationId: string, messageId: string): Promise<() => Promise<void>>;
}
