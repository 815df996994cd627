import type { Conversation, MessageHit } from "@lectern/contract";

/** What became of something that was done to several conversations, one after the other. */
export interface BulkOutcome {
  /** Ids of those it was done to. */
  done: readonly string[];
  failed: readonly { id: string; name: string; error: unknown }[];
  /** It was cancelled: what is in neither list is as it was. */
  isCancelled: boolean;
}

export interface BulkOptions {
  /** How many have been looked at, of how many. */
  onProgress?: (done: number, total: number) => void;
  /** The one that is begun now. */
  onStart?: (id: string) => void;
  /** Ends the work after the conversation that it is at. */
  signal?: AbortSignal;
}

/** What became of conversations that were to be added; what is in neither list was not looked at. */
export interface AddOutcome {
  /** Ids of those that are kept here now. */
  added: string[];
  /** Ids that were taken already: what is there stays as it is. */
  known: string[];
  /** There was no room for more; the person has been told. */
  isFull: boolean;
}

/** Adds conversations that come from elsewhere, kept here. One whose id is taken (here or in the cloud) is left out. */
export type AddConversations = (conversations: readonly Conversation[], work?: BulkOptions) => Promise<AddOutcome>;

/** What can be done with conversations beside taking part in them. What it writes shows in the query cache at once. */
export interface ConversationActions {
  /** Files them in a folder; null: in none. They stay where they are in the order of the last change. */
  moveToFolder(ids: readonly string[], folderId: string | null): Promise<BulkOutcome>;
  changeTags(
    ids: readonly string[],
    change: { add?: readonly string[]; remove?: readonly string[] },
  ): Promise<BulkOutcome>;
  removeMany(ids: readonly string[], work?: BulkOptions): Promise<BulkOutcome>;
  moveMany(ids: readonly string[], to: "cloud" | "local", work?: BulkOptions): Promise<BulkOutcome>;
  /** [C4.10] A new conversation with the shown messages up to and including this one, named `{name} (fork)`; gives its id. It is kept where this one is. */
  fork(id: string, messageId: string): Promise<string>;
  /** A whole copy, every version of every message, named `{name} (copy)`; gives its id. */
  copy(id: string): Promise<string>;
  /** Writes another text in the place of a message's. `label`: what is shown of it, where that is not the text itself; absent: it has none any more. */
  overwriteMessage(id: string, messageId: string, content: string, label?: string): Promise<void>;
  /** Takes a message out, as `removeMessageFromTree` says; the function that it gives puts back what was taken out. */
  removeMessage(id: string, messageId: string): Promise<() => Promise<void>>;
  /** Asks the cloud once what it has; the function that it gives adds conversations, some at a time. */
  prepareAdding(signal?: AbortSignal): Promise<AddConversations>;
  /**
   * Finds words inside messages, of what is kept here and in the cloud at once. `onHits` hears of them as they are found, at most one a
   * conversation. Resolves when all was looked at, or after a thousand hits on either side; rejects when one of the two could not be
   * searched (what the other has was found all the same).
   */
  search(query: string, onHits: (hits: readonly MessageHit[]) => void, signal: AbortSignal): Promise<void>;
}
