import type { ConversationSummary } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { ConversationActions } from "../../../entities/conversations/store/conversationActions.ts";
import { notifyArchived } from "./notifyArchived.ts";
import { notifyBulkFailures } from "./notifyBulkFailures.ts";
import { undoBulk } from "./undoBulk.ts";

type Store = Pick<ConversationActions, "changeManyMarks">;

/** Pins conversations, or unpins them. Returns the ids of the changed conversations. */
export async function pinConversations(
  store: Store,
  conversations: readonly ConversationSummary[],
  isPinned: boolean,
): Promise<readonly string[]> {
  // Archived conversations are not pinned: the list of pinned ones does not show them.
  const conversationsToChange = conversations.filter(
    (each) => !each.isArchived && (each.isPinned ?? false) !== isPinned,
  );
  const outcome = await store.changeManyMarks(
    conversationsToChange.map(({ id }) => id),
    { isPinned },
  );
  notifyBulkFailures(outcome, (names) => (isPinned ? t`Couldn’t pin ${names}.` : t`Couldn’t unpin ${names}.`));
  return outcome.done;
}

/**
 * Archives conversations, or brings them back to the list, and shows a notice with Undo. Returns the ids of the changed
 * conversations.
 */
export async function archiveConversations(
  store: Store,
  conversations: readonly ConversationSummary[],
  isArchived: boolean,
): Promise<readonly string[]> {
  const idsToChange = conversations.filter((each) => (each.isArchived ?? false) !== isArchived).map(({ id }) => id);
  const outcome = await store.changeManyMarks(idsToChange, { isArchived });
  notifyBulkFailures(outcome, (names) =>
    isArchived ? t`Couldn’t archive ${names}.` : t`Couldn’t unarchive ${names}.`,
  );
  const undo = (ids: readonly string[]): Promise<void> =>
    undoBulk(ids, [() => store.changeManyMarks(ids, { isArchived: !isArchived })], (restIds) => ({
      ids: restIds,
      undo: () => undo(restIds),
    }));
  if (outcome.done.length > 0) notifyArchived(isArchived, outcome.done, () => undo(outcome.done));
  return outcome.done;
}
