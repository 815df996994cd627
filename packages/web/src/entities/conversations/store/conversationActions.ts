import type { ArtifactOperation, Conversation, ConversationArtifact, MessageData, MessageHit } from "@lectern/contract";
import type { ConversationMarks } from "../storedSummary.ts";

/** The outcome of an action on several conversations. */
export interface BulkOutcome {
  /** The ids of the conversations for which it succeeded. */
  done: readonly string[];
  failed: readonly { id: string; name: string; error: unknown }[];
  /**
   * True if the action ended early, because it was cancelled, the storage is full or the server cannot be reached.
   * Conversations in neither list are unchanged.
   */
  isCancelled: boolean;
}

export interface BulkOptions {
  /** Called after each batch with the number of processed conversations. */
  onProgress?: (done: number, total: number) => void;
  /** Called before a conversation is processed. */
  onStart?: (id: string) => void;
  /** Stops after the conversations that are being processed. */
  signal?: AbortSignal;
}

/** The maximum number of conversations that one call moves to the cloud. Few enough that the progress is seen to advance. */
export const conversationsPerMove = 50;

/** The outcome of adding conversations. Those in neither list were not processed. */
export interface AddOutcome {
  /** The ids that were stored. */
  added: string[];
  /** The ids that already existed, whose conversations are unchanged. */
  known: string[];
  /** True if the storage is full. A notice has already been shown. */
  isFull: boolean;
}

/** Stores imported conversations in this browser. Skips those whose ids already exist, here or in the cloud. */
export type AddConversations = (conversations: readonly Conversation[], work?: BulkOptions) => Promise<AddOutcome>;

/** A change of the artifacts of a conversation that was made. */
export interface ArtifactsChange<Operation> {
  operation: Operation;
  /** The versions before the change. */
  before: readonly ConversationArtifact[];
  /** The conversation before the change. */
  conversation: Conversation;
}

/** A message no longer has the text that a change was made for. */
export class MessageChangedError extends Error {}

/** The actions on conversations whose code is loaded on first use. Those that write also update the query cache. */
export interface ConversationActions {
  /**
   * Moves conversations to a folder; null: out of their folders. This does not count as a change, so their order in the
   * list stays the same.
   */
  moveToFolder(ids: readonly string[], folderId: string | null): Promise<BulkOutcome>;
  /** Pins or archives conversations, or the opposite. */
  changeManyMarks(ids: readonly string[], marks: ConversationMarks): Promise<BulkOutcome>;
  changeTags(
    ids: readonly string[],
    change: { add?: readonly string[]; remove?: readonly string[] },
  ): Promise<BulkOutcome>;
  removeMany(ids: readonly string[], work?: BulkOptions): Promise<BulkOutcome>;
  /**
   * Removes a few conversations and returns copies of them as they were then. There is no copy of one that was gone, or
   * in which an answer was being written elsewhere.
   */
  removeWithCopies(
    ids: readonly string[],
    work?: BulkOptions,
  ): Promise<BulkOutcome & { copies: readonly Conversation[] }>;
  /** Stores removed conversations again, where they were. Those that are not restored can be retried. */
  restore(copies: readonly Conversation[]): Promise<BulkOutcome>;
  /** Deletes all messages of a conversation. Returns the function that restores them. */
  clear(id: string): Promise<() => Promise<void>>;
  moveMany(ids: readonly string[], to: "cloud" | "local", work?: BulkOptions): Promise<BulkOutcome>;
  /**
   * Creates a conversation with the messages from the first one to `messageId`, named `{name} (fork)` and stored where
   * the original is. Returns its id.
   */
  fork(id: string, messageId: string): Promise<string>;
  /** Copies a conversation with every version of every message, named `{name} (copy)`. Returns the copy's id. */
  copy(id: string): Promise<string>;
  /**
   * Replaces the text of a message. `label` is shown in place of the text; without it the message has no label
   * afterwards.
   */
  overwriteMessage(id: string, messageId: string, content: string, label?: string): Promise<void>;
  /**
   * Changes parts of an answer. Its text before the first of these changes stays with it. Throws `MessageChangedError` if
   * the text is not `expected`, because another tab or device has changed it.
   */
  rewriteMessage(id: string, messageId: string, texts: { expected: string; content: string }): Promise<void>;
  /** Undoes all changes by `rewriteMessage`. Returns the function that makes them again. Throws `MessageChangedError`. */
  revertMessage(id: string, messageId: string): Promise<() => Promise<void>>;
  /** Removes a message with `removeMessageFromTree`. Returns the function that restores the removed messages. */
  removeMessage(id: string, messageId: string): Promise<() => Promise<void>>;
  /**
   * Changes the artifacts of a conversation. `decide` returns the change for the current conversation, and is called again
   * if another device was first.
   */
  changeArtifacts<const Operation extends ArtifactOperation>(
    id: string,
    decide: (conversation: Conversation) => Operation,
  ): Promise<ArtifactsChange<Operation>>;
  /** Changes the data of a message. */
  changeMessageData(id: string, messageId: string, change: (data: MessageData) => MessageData): Promise<void>;
  /** Lists the cloud's conversations once. Returns the function that adds conversations. */
  prepareAdding(signal?: AbortSignal): Promise<AddConversations>;
  /**
   * Searches the messages in this browser and those in the cloud concurrently. Calls `onHits` with the hits as they are
   * found, at most one per conversation. Each of the two searches ends after about a thousand hits. Rejects if one of
   * them fails; the hits of the other are still reported.
   */
  search(query: string, onHits: (hits: readonly MessageHit[]) => void, signal: AbortSignal): Promise<void>;
}
