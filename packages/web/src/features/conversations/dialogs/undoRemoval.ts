import type { Conversation, ConversationSummary } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import type { BulkOutcome } from "../../../entities/conversations/store/conversationActions.ts";
import type { ConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import { openConversation, readRoute } from "../../../entities/shell/routes.ts";
import { formatNumber } from "../../../lib/i18n/formats.ts";
import { notifyInfo, notifySuccess, notifyUndoable } from "../../../ui/notices/notify.tsx";
import { undoBulk } from "./undoBulk.ts";

/** With more conversations, the copies that undo needs would take too much memory. */
const maxUndoable = 50;

/** True if the removal of this many conversations can be undone. */
export const isUndoable = (conversations: readonly ConversationSummary[]): boolean =>
  conversations.length <= maxUndoable;

interface Removal extends Pick<BulkOutcome, "done" | "failed" | "isCancelled"> {
  /** The conversations that were to be removed. */
  conversations: readonly ConversationSummary[];
  /** Copies of those that were removed, if there are any; null: the question has said that this can’t be undone. */
  copies: readonly Conversation[] | null;
}

/**
 * Must be called before conversations are removed. Returns the function that says which were removed, with a button to
 * restore those of which there is a copy, and that the others can’t be restored. It must be called once the page shows
 * another conversation than the removed one: the undo shows that one again unless the person has gone somewhere else.
 */
export function prepareRemovalNotice(store: Pick<ConversationStore, "restore">): (removal: Removal) => void {
  const openId = readRoute().conversationId;
  return (removal) => {
    const { conversations, done, failed, isCancelled, copies } = removal;
    if (copies && copies.length > 0) offerUndo(removal, copies);
    else if (isCancelled) notifyInfo("removal", describeRemoval(removal));
    else if (copies ? done.length > 0 : conversations.length > 1 && failed.length === 0)
      notifySuccess(describeRemoval(removal));
  };

  function offerUndo(removal: Removal, copies: readonly Conversation[]): void {
    const { visit } = readRoute();
    const hasMovedOn = () => {
      const route = readRoute();
      return route.page !== "chat" || (route.conversationId !== null && route.visit !== visit);
    };
    const restore = async (removed: readonly Conversation[]) => {
      const outcome = await store.restore(removed);
      if (openId !== null && outcome.done.includes(openId) && !hasMovedOn()) openConversation(openId);
      return outcome;
    };
    const createChange = (removed: readonly Conversation[]) => {
      const ids = removed.map(({ id }) => id);
      // Those that were restored may have changed since: they must not be restored again.
      const createRest = (restIds: readonly string[]) => createChange(removed.filter(({ id }) => restIds.includes(id)));
      return {
        ids,
        describe: (count: number) => describeRemoved(removed[0], count),
        undo: (): Promise<void> => undoBulk(ids, [() => restore(removed)], createRest),
      };
    };
    const change = createChange(copies);
    const isWhole = !removal.isCancelled && copies.length === removal.done.length;
    if (isWhole) notifyUndoable({ kind: "removeConversations", maxJoined: maxUndoable, ...change });
    else {
      // What it says is not true of another removal: none may join it.
      const kind = `removeConversations:${crypto.randomUUID()}`;
      notifyUndoable({ ...change, kind, describe: () => describeRemoval(removal) });
    }
  }
}

function describeRemoval({ conversations, done, isCancelled, copies }: Removal): string {
  const firstConversation = conversations.find(({ id }) => id === done[0]);
  const text = isCancelled
    ? describeStopped(done.length, conversations.length)
    : describeRemoved(firstConversation, done.length);
  const lostCount = copies ? done.length - copies.length : 0;
  return lostCount > 0 ? `${text} ${describeLost(lostCount, done.length)}` : text;
}

function describeRemoved(conversation: ConversationSummary | undefined, count: number): string {
  if (count !== 1 || !conversation) return plural(count, { one: "# chat deleted.", other: "# chats deleted." });
  const name = getConversationName(conversation);
  return t`“${name}” deleted.`;
}

function describeStopped(done: number, total: number): string {
  const doneCount = formatNumber(done);
  return plural(total, {
    one: `Stopped: ${doneCount} of # chat deleted.`,
    other: `Stopped: ${doneCount} of # chats deleted.`,
  });
}

/** Says for how many of the removed conversations there is no copy. */
const describeLost = (lostCount: number, doneCount: number): string =>
  lostCount === doneCount
    ? t`This can’t be undone.`
    : plural(lostCount, { one: "# of them can’t be restored.", other: "# of them can’t be restored." });
