import { type Conversation, deleteMultipleConversations, limits, updateMultipleConversations } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { retryWhenBusy } from "../../../lib/retryWhenBusy.ts";
import { ConversationNotFoundError } from "../store/cloudConversations.ts";
import type { ConversationActions } from "../store/conversationActions.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { type StoredSummary, toStoredSummary, toStub } from "../storedSummary.ts";
import type { Move } from "./moveConversation.ts";
import { runBulk, withLocks } from "./runBulk.ts";

type BulkActions = Pick<ConversationActions, "moveToFolder" | "changeTags" | "removeMany" | "moveMany">;
/** The fields that change when conversations are tagged or moved to a folder. */
type Marks = Pick<Conversation, "folderId" | "tags">;

/** The maximum number of conversations written or deleted in one step. */
const batchSize = 200;
/** The maximum number of concurrent moves. More would delay the page's own requests. */
const maxConcurrentMoves = 3;

export function createBulkActions(core: StoreCore, move: Move): BulkActions {
  const { local, cached, withMutex, notifyTabs } = core;

  /** Changes the folder or the tags of conversations. Cloud conversations are changed by one call per step. */
  function mark(
    ids: readonly string[],
    inCloud: Omit<Parameters<typeof call<typeof updateMultipleConversations>>[1], "conversationIds">,
    change: (marks: Marks) => Partial<Marks>,
  ) {
    return runBulk(
      core,
      ids,
      {},
      {
        batchSize: batchSize,
        concurrency: 1,
        run: (step) =>
          withLocks(step, withMutex, async (lockedIds, failures) => {
            const lines = new Map<string, StoredSummary>();
            for (const id of lockedIds) {
              const storedConversation = await local
                .update(id, (stored) => withMarks(stored, change(stored)))
                .catch(recordFailure(failures, id));
              if (storedConversation) lines.set(id, toStoredSummary(storedConversation));
            }
            const inCloudIds = lockedIds.filter((id) => !lines.has(id) && !failures.has(id));
            for (const id of await markInCloud(inCloudIds)) {
              const line = await local.summary(id);
              const cachedConversation = line ?? cached.find(id);
              if (!cachedConversation) continue;
              const changed = toStub({ ...cachedConversation, ...change(cachedConversation) });
              await local.putStub(changed).catch(() => {}); // The next sync restores the stub.
              lines.set(id, changed);
            }
            cached.changeAll([...lines.values()], (copy) => ({ ...copy, ...change(copy) }));
            notifyTabs([...lines.keys()], true);
            return failures;

            async function markInCloud(conversationIds: string[]): Promise<readonly string[]> {
              if (conversationIds.length === 0) return [];
              try {
                const { updated } = await call(updateMultipleConversations, { conversationIds, ...inCloud });
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

  return {
    moveToFolder: (ids, folderId) => mark(ids, { folderId }, () => ({ folderId })),

    changeTags: (ids, { add = [], remove = [] }) =>
      mark(ids, { addTags: [...add], removeTags: [...remove] }, ({ tags }) => ({
        tags: [...new Set([...tags.filter((tag) => !remove.includes(tag)), ...add])],
      })),

    removeMany: (ids, work = {}) =>
      runBulk(core, ids, work, {
        batchSize: batchSize,
        concurrency: 1,
        run: (step) =>
          withLocks(step, core.withConversationLock, async (lockedIds, failures) => {
            const lines = await Promise.all(lockedIds.map((id) => local.summary(id)));
            const inCloud = lockedIds.filter((_, index) => lines[index]?.isStub !== false);
            if (inCloud.length > 0) {
              await call(deleteMultipleConversations, { conversationIds: inCloud }).catch((error: unknown) => {
                for (const id of inCloud) failures.set(id, error);
              });
            }
            const toRemove = lockedIds.filter((id) => !failures.has(id));
            for (const id of toRemove) await local.remove(id).catch(recordFailure(failures, id));
            const removed = toRemove.filter((id) => !failures.has(id));
            for (const id of removed) {
              core.removedIds.add(id);
              core.unconfirmed.delete(id);
            }
            cached.remove(...removed);
            notifyTabs(removed, true);
            return failures;
          }),
      }),

    moveMany: (ids, to, work = {}) =>
      runBulk(core, ids, work, {
        batchSize: 1,
        concurrency: maxConcurrentMoves,
        run: async (step) => {
          // Thousands of moves exceed the rate limit, so wait and retry.
          for (const id of step) await retryWhenBusy(() => move(id, to), work);
          return new Map();
        },
      }),
  };
}

/** Throws if there are too many tags, as the server does, instead of dropping some. */
function withMarks(stored: Conversation, marks: Partial<Marks>): Conversation {
  if (marks.tags && marks.tags.length > limits.tagsPerItem) {
    throw new Error(`A conversation has at most ${limits.tagsPerItem} tags.`);
  }
  return { ...stored, ...marks };
}

const recordFailure = (failures: Map<string, unknown>, id: string) => (error: unknown) => {
  failures.set(id, error);
  return null;
};
