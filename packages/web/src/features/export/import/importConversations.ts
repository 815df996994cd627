import type { Conversation } from "@lectern/contract";
import type { StoragePlace } from "../../../entities/conversations/storage/storageTexts.ts";
import { conversationsPerMove } from "../../../entities/conversations/store/conversationActions.ts";
import type { ConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import { StorageFullError } from "../../../entities/conversations/store/reportFullStorage.ts";
import { CallError, NetworkError } from "../../../lib/callError.ts";

/** Imported conversations that should be in the cloud and are still in this browser. */
export interface UnmovedConversations {
  ids: readonly string[];
  /** Why the first of them could not be moved; null if the move was cancelled. */
  reason: string | null;
}

export interface ImportedConversations {
  /** The ids of the imported conversations, also of those in `unmoved`. */
  conversationIds: readonly string[];
  unmoved: UnmovedConversations;
  /** True if the import stopped because the browser's storage is full. */
  isFull: boolean;
  /** True if the import stopped because the cloud could not be reached. */
  isUnreachable: boolean;
}

interface ImportConversationsOptions {
  place: StoragePlace;
  signal: AbortSignal;
  onProgress: (done: number) => void;
}

type Store = Pick<ConversationStore, "prepareAdding" | "moveMany">;

const localBatchSize = 200;

/**
 * Stores conversations in batches. On the way to the cloud, each is first stored in this browser and then moved: if
 * that fails, it is complete in this browser, and no copy is created when the move is repeated. Stops if the cloud
 * cannot be reached. `known` is the number of conversations that were added elsewhere since the preview.
 */
export async function importConversations(
  ids: readonly string[],
  loadConversations: (ids: readonly string[]) => Promise<readonly Conversation[]>,
  store: Store,
  options: ImportConversationsOptions,
): Promise<ImportedConversations & { known: number }> {
  const { place, signal, onProgress } = options;
  const conversationIds: string[] = [];
  const unmovedIds: string[] = [];
  let reason: string | null = null;
  let known = 0;
  let isFull = false;
  let isUnreachable = false;
  // Each conversation is in this browser until the cloud has it.
  const batchSize = place === "cloud" ? conversationsPerMove : localBatchSize;
  const addConversations = ids.length > 0 && !signal.aborted ? await store.prepareAdding(signal) : null;
  for (let from = 0; from < ids.length && !signal.aborted && !isFull && !isUnreachable; from += batchSize) {
    const result = await addConversations?.(await loadConversations(ids.slice(from, from + batchSize)), { signal });
    if (!result) break;
    known += result.known.length;
    isFull = result.isFull;
    if (place === "cloud") {
      const doneBefore = conversationIds.length + known;
      const unmoved = await moveToCloud(result.added, store, signal, (moved) => onProgress(doneBefore + moved));
      unmovedIds.push(...unmoved.ids);
      reason ??= unmoved.reason;
      isFull ||= unmoved.isFull;
      isUnreachable = unmoved.isUnreachable;
    }
    conversationIds.push(...result.added);
    onProgress(conversationIds.length + known);
  }
  return { conversationIds, unmoved: { ids: unmovedIds, reason }, isFull, isUnreachable, known };
}

/** Moves imported conversations to the cloud. `isFull` and `isUnreachable` say why it stopped early. */
export async function moveToCloud(
  ids: readonly string[],
  store: Pick<Store, "moveMany">,
  signal: AbortSignal,
  onProgress: (moved: number) => void,
): Promise<UnmovedConversations & { isFull: boolean; isUnreachable: boolean }> {
  const { done, failed } = await store.moveMany(ids, "cloud", { signal, onProgress });
  const movedIds = new Set(done);
  const [failure] = failed;
  return {
    ids: ids.filter((id) => !movedIds.has(id)),
    reason: failure ? toReason(failure.error) : null,
    isFull: failed.some(({ error }) => error instanceof StorageFullError),
    isUnreachable: failed.some(({ error }) => error instanceof NetworkError),
  };
}

function toReason(error: unknown): string {
  if (error instanceof CallError) return error.reason ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
