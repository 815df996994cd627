import { type Conversation, deleteMultipleConversations, limits, updateMultipleConversations } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { retryUntilAvailable } from "../../../lib/retryUntilAvailable.ts";
import { changeMarks } from "../store/changeMarks.ts";
import { ConversationNotFoundError } from "../store/cloudConversations.ts";
import { type ConversationActions, conversationsPerMove } from "../store/conversationActions.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { type StoredSummary, toStoredSummary, toStub } from "../storedSummary.ts";
import { moveBatchToCloud } from "./moveBatchToCloud.ts";
import type { Move } from "./moveConversation.ts";
import { deleteWithCopy } from "./readAndRemove.ts";
import { runBulk, withLocks } from "./runBulk.ts";

type BulkActions = Pick<
  ConversationActions,
  "moveToFolder" | "changeManyMarks" | "changeTags" | "removeMany" | "removeWithCopies" | "moveMany"
>;
/** The fields that change when conversations are tagged or moved to a folder. */
type FolderAndTags = Pick<Conversation, "folderId" | "tags">;

/** The maximum number of conversations written or deleted in one batch. */
const batchSize = 200;
/** The maximum number of concurrent moves or changes. More would delay the page's own requests. */
const maxConcurrentMoves = 3;

export function createBulkActions(core: StoreCore, moveLocked: Move): BulkActions {
  const { localConversations, conversationCache, notifyTabs } = core;

  /** Changes the folder or the tags of conversations. Cloud conversations are changed by one call per batch. */
  function changeFolderOrTags(
    ids: readonly string[],
    cloudChanges: Omit<Parameters<typeof call<typeof updateMultipleConversations>>[1], "conversationIds">,
    change: (folderAndTags: FolderAndTags) => Partial<FolderAndTags>,
  ) {
    return runBulk(
      core,
      ids,
      {},
      {
        batchSize: batchSize,
        concurrency: 1,
        run: (batchIds) =>
          withLocks(batchIds, core.withSettled, async (lockedIds, failures) => {
            const summaries = new Map<string, StoredSummary>();
            for (const id of lockedIds) {
              const storedConversation = await localConversations
                .update(id, (stored) => withFolderAndTags(stored, change(stored)))
                .catch(recordFailure(failures, id));
              if (storedConversation) summaries.set(id, toStoredSummary(storedConversation));
            }
            const cloudIds = lockedIds.filter((id) => !summaries.has(id) && !failures.has(id));
            for (const id of await changeInCloud(cloudIds)) {
              const summary = await localConversations.findSummary(id);
              const cachedConversation = summary ?? conversationCache.find(id);
              if (!cachedConversation) continue;
              const changedStub = toStub({ ...cachedConversation, ...change(cachedConversation) });
              await localConversations.putStub(changedStub).catch(() => {}); // The next sync restores the stub.
              summaries.set(id, changedStub);
            }
            conversationCache.changeAll([...summaries.values()], (copy) => ({ ...copy, ...change(copy) }));
            notifyTabs([...summaries.keys()], true);
            return failures;

            async function changeInCloud(conversationIds: string[]): Promise<readonly string[]> {
              if (conversationIds.length === 0) return [];
              try {
                const { updated } = await call(updateMultipleConversations, { conversationIds, ...cloudChanges });
                const updatedIds = new Set(updated);
                for (const id of conversationIds.filter((each) => !updatedIds.has(each))) {
                  failures.set(id, new ConversationNotFoundError(null));
                  await core.recover(id).catch(() => {}); // The next sync removes it from the list.
                }
                return updated;
              } catch (error) {
                for (const id of conversationIds) failures.set(id, error);
                return [];
              }
            }
          }),
      },
    );
  }

  /** Removes conversations that the cloud no longer has. Adds what fails to `failures`. */
  async function removeHere(ids: readonly string[], failures: Map<string, unknown>): Promise<void> {
    for (const id of ids) await localConversations.remove(id).catch(recordFailure(failures, id));
    const removedIds = ids.filter((id) => !failures.has(id));
    for (const id of removedIds) {
      core.removedIds.add(id);
      core.unconfirmedIds.delete(id);
    }
    conversationCache.remove(...removedIds);
    notifyTabs(removedIds, true);
  }

  return {
    moveToFolder: (ids, folderId) => changeFolderOrTags(ids, { folderId }, () => ({ folderId })),

    changeManyMarks: (ids, marks) =>
      runBulk(
        core,
        ids,
        {},
        {
          batchSize: 1,
          concurrency: maxConcurrentMoves,
          async run(batchIds) {
            for (const id of batchIds) await changeMarks(core, id, marks);
            return new Map();
          },
        },
      ),

    changeTags: (ids, { add = [], remove = [] }) =>
      changeFolderOrTags(ids, { addTags: [...add], removeTags: [...remove] }, ({ tags }) => ({
        tags: [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])],
      })),

    removeMany: (ids, work = {}) =>
      runBulk(core, ids, work, {
        batchSize: batchSize,
        concurrency: 1,
        run: (batchIds) =>
          withLocks(batchIds, core.withConversationLock, async (lockedIds, failures) => {
            const summaries = await Promise.all(lockedIds.map((id) => localConversations.findSummary(id)));
            const cloudIds = lockedIds.filter((_, index) => summaries[index]?.isStub !== false);
            if (cloudIds.length > 0) {
              await call(deleteMultipleConversations, { conversationIds: cloudIds }).catch((error: unknown) => {
                for (const id of cloudIds) failures.set(id, error);
              });
            }
            await removeHere(
              lockedIds.filter((id) => !failures.has(id)),
              failures,
            );
            return failures;
          }),
      }),

    async removeWithCopies(ids, work = {}) {
      const copies = new Map<string, Conversation>();
      const outcome = await runBulk(core, ids, work, {
        batchSize: 1,
        concurrency: maxConcurrentMoves,
        run: (batchIds) =>
          withLocks(batchIds, core.withConversationLock, async (lockedIds, failures) => {
            for (const id of lockedIds) {
              const copy = (await localConversations.get(id)) ?? (await deleteWithCopy(core, id));
              if (copy) copies.set(id, copy);
            }
            await removeHere(lockedIds, failures);
            return failures;
          }),
      });
      return { ...outcome, copies: outcome.done.flatMap((id) => copies.get(id) ?? []) };
    },

    moveMany: (ids, to, work = {}) =>
      to === "cloud"
        ? runBulk(core, ids, work, {
            batchSize: conversationsPerMove,
            concurrency: 1,
            run: (batchIds, reportProgress) =>
              moveBatchToCloud(core, moveLocked, batchIds, reportProgress, work.signal),
          })
        : runBulk(core, ids, work, {
            batchSize: 1,
            concurrency: maxConcurrentMoves,
            run: async (batchIds) => {
              // Thousands of moves exceed the rate limit and take long enough for a network to fail, so wait and retry.
              for (const id of batchIds) {
                const move = () => core.withConversationLock(id, () => moveLocked(id, "local"));
                await retryUntilAvailable(move, work);
              }
              return new Map();
            },
          }),
  };
}

/** Throws if there are too many tags, as the server does, instead of dropping some. */
function withFolderAndTags(stored: Conversation, folderAndTags: Partial<FolderAndTags>): Conversation {
  if (folderAndTags.tags && folderAndTags.tags.length > limits.tagsPerItem) {
    throw new Error(`A conversation has at most ${limits.tagsPerItem} tags.`);
  }
  return { ...stored, ...folderAndTags };
}

const recordFailure = (failures: Map<string, unknown>, id: string) => (error: unknown) => {
  failures.set(id, error);
  return null;
};
