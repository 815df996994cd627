import { type Conversation, deleteMultipleConversations, limits, updateMultipleConversations } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { whenLessBusy } from "../../../lib/whenLessBusy.ts";
import { ConversationNotFoundError } from "../store/cloudConversations.ts";
import type { ConversationActions } from "../store/conversationActions.ts";
import type { StoreCore } from "../store/storeCore.ts";
import { type StoredSummary, toStoredSummary, toStub } from "../storedSummary.ts";
import type { Move } from "./moving.ts";
import { runBulk, withLocks } from "./runBulk.ts";

type BulkActions = Pick<ConversationActions, "moveToFolder" | "changeTags" | "removeMany" | "moveMany">;
/** What filing and tagging change. */
type Marks = Pick<Conversation, "folderId" | "tags">;

/** Conversations that are written, or deleted, in one step. */
const atOnce = 200;
/** Moves at the same time: more would have the page wait for what it needs itself. */
const movesAtOnce = 3;

export function createBulkActions(core: StoreCore, move: Move): BulkActions {
  const { local, shown, withMutex, tell } = core;

  /** Changes marks of conversations, those in the cloud by one call. */
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
        size: atOnce,
        width: 1,
        act: (step) =>
          withLocks(step, withMutex, async (held, failures) => {
            const lines = new Map<string, StoredSummary>();
            for (const id of held) {
              const kept = await local.update(id, (kept) => marked(kept, change(kept))).catch(noting(failures, id));
              if (kept) lines.set(id, toStoredSummary(kept));
            }
            const far = held.filter((id) => !lines.has(id) && !failures.has(id));
            for (const id of await markInCloud(far)) {
              const line = await local.summary(id);
              const known = line ?? shown.find(id);
              if (!known) continue;
              const changed = toStub({ ...known, ...change(known) });
              await local.putStub(changed).catch(() => {}); // The next sync makes it again.
              lines.set(id, changed);
            }
            shown.changeAll([...lines.values()], (copy) => ({ ...copy, ...change(copy) }));
            tell([...lines.keys()], true);
            return failures;

            async function markInCloud(conversationIds: string[]): Promise<readonly string[]> {
              if (conversationIds.length === 0) return [];
              try {
                const { updated } = await call(updateMultipleConversations, { conversationIds, ...inCloud });
                const there = new Set(updated);
                for (const id of conversationIds.filter((each) => !there.has(each))) {
                  failures.set(id, new ConversationNotFoundError(null));
                  await core.recover(id).catch(() => {}); // The next sync takes it off the list.
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
        size: atOnce,
        width: 1,
        act: (step) =>
          withLocks(step, core.withConversationLock, async (held, failures) => {
            const lines = await Promise.all(held.map((id) => local.summary(id)));
            const inCloud = held.filter((_, index) => lines[index]?.isStub !== false);
            if (inCloud.length > 0) {
              await call(deleteMultipleConversations, { conversationIds: inCloud }).catch((error: unknown) => {
                for (const id of inCloud) failures.set(id, error);
              });
            }
            const going = held.filter((id) => !failures.has(id));
            for (const id of going) await local.remove(id).catch(noting(failures, id));
            const gone = going.filter((id) => !failures.has(id));
            for (const id of gone) {
              core.removedIds.add(id);
              core.unconfirmed.delete(id);
            }
            shown.forget(...gone);
            tell(gone, true);
            return failures;
          }),
      }),

    moveMany: (ids, to, work = {}) =>
      runBulk(core, ids, work, {
        size: 1,
        width: movesAtOnce,
        act: async (step) => {
          // Thousands of them are more than the server takes of one person in a minute.
          for (const id of step) await whenLessBusy(() => move(id, to), work);
          return new Map();
        },
      }),
  };
}

/** As the server does it: what has too many tags is refused, and none of them is dropped. */
function marked(kept: Conversation, marks: Partial<Marks>): Conversation {
  if (marks.tags && marks.tags.length > limits.tagsPerItem) {
    throw new Error(`A conversation has at most ${limits.tagsPerItem} tags.`);
  }
  return { ...kept, ...marks };
}

const noting = (failures: Map<string, unknown>, id: string) => (error: unknown) => {
  failures.set(id, error);
  return null;
};
