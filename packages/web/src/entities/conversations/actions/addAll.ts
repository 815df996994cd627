import type { Conversation } from "@lectern/contract";
import { listCloudConversations } from "../store/cloudConversations.ts";
import type { AddOutcome, BulkOptions, ConversationActions } from "../store/conversationActions.ts";
import { StorageFullError } from "../store/reportFullStorage.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { asLocal, toStoredSummary } from "../storedSummary.ts";
import { withoutApprovals } from "./moveConversation.ts";
import { runBulk } from "./runBulk.ts";
import { uploadToCloud } from "./uploadToCloud.ts";

/** The maximum number of conversations written in one transaction. */
const batchSize = 20;

export function createAddAction(core: StoreCore): Pick<ConversationActions, "prepareAdding" | "restore"> {
  const { localConversations, conversationCache, notifyTabs } = core;
  return {
    async prepareAdding(signal) {
      // Another device may have added conversations since the last sync. If the cloud cannot be reached, rely on the
      // stored summaries.
      const cloudIds = new Set((await listCloudConversations(signal).catch(() => [])).map(({ id }) => id));
      return (conversations, work) => addAll(conversations, cloudIds, work);
    },
    restore(copies) {
      const copiesById = new Map(copies.map((copy) => [copy.id, copy]));
      return runBulk(
        core,
        [...copiesById.keys()],
        {},
        {
          batchSize: 1,
          concurrency: 1,
          async run(ids) {
            for (const id of ids) {
              const copy = copiesById.get(id);
              if (copy) await (copy.isLocal ? restoreHere(copy) : restoreCloudCopy(copy));
            }
            return new Map();
          },
        },
      );
    },
  };

  async function restoreHere(copy: Conversation): Promise<void> {
    const { isFull } = await addAll([copy], new Set());
    if (isFull) throw new StorageFullError(null);
  }

  function restoreCloudCopy(copy: Conversation): Promise<void> {
    return core.withConversationLock(copy.id, async () => {
      const { id } = copy;
      const restored = await uploadToCloud(withoutApprovals(copy));
      core.removedIds.delete(id);
      await localConversations.putStub(restored).catch(() => {}); // The next sync restores the stub.
      conversationCache.replace(restored);
      notifyTabs(id, true);
    });
  }

  async function addAll(
    conversations: readonly Conversation[],
    cloudIds: ReadonlySet<string>,
    { onProgress, signal }: BulkOptions = {},
  ): Promise<AddOutcome> {
    const outcome = { added: [] as string[], known: [] as string[], isFull: false };
    for (let from = 0; from < conversations.length && !signal?.aborted; from += batchSize) {
      const batch = conversations.slice(from, from + batchSize);
      const ids = await localConversations
        .add(batch.filter(({ id }) => !cloudIds.has(id)).map(asLocal))
        .catch((error: unknown) => {
          if (error instanceof StorageFullError) return null;
          throw error;
        });
      if (ids === null) return { ...outcome, isFull: true };
      showInList(batch, new Set(ids));
      outcome.added.push(...ids);
      outcome.known.push(...withoutFirstOccurrences(batch, ids));
      onProgress?.(outcome.added.length + outcome.known.length, conversations.length);
    }
    return outcome;
  }

  function showInList(batch: readonly Conversation[], addedIds: ReadonlySet<string>): void {
    const summaries = batch.filter(({ id }) => addedIds.has(id)).map((each) => toStoredSummary(asLocal(each)));
    conversationCache.changeAll(summaries, (copy) => copy);
    notifyTabs([...addedIds], true);
  }
}

/** Returns the ids of `batch` without the first occurrence of each added id: a file may contain a conversation twice. */
function withoutFirstOccurrences(batch: readonly Conversation[], addedIds: readonly string[]): string[] {
  const remainingIds = new Set(addedIds);
  return batch.flatMap(({ id }) => (remainingIds.delete(id) ? [] : [id]));
}
