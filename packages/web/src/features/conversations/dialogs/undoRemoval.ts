import type { Conversation, ConversationSummary } from "@lectern/contract";
import { plural, t } from "@lingui/core/macro";
import { getConversationName } from "../../../entities/conversations/getConversationName.ts";
import type { ConversationStore } from "../../../entities/conversations/store/conversationStore.ts";
import { openConversation, readRoute } from "../../../entities/shell/routes.ts";
import { notifyUndoable } from "../../../ui/notices/notify.tsx";

/** With more conversations, the copies that undo needs would take too much memory. */
const maxUndoable = 50;

/** True if the removal can be undone: only this browser has the conversations, so it can store them again. */
export function isUndoable(conversations: readonly ConversationSummary[]): boolean {
  return conversations.length <= maxUndoable && conversations.every(({ isLocal }) => isLocal);
}

/**
 * Reads the conversations before they are removed. Returns the function that shows, for those that were removed, a
 * notice with a button to restore them. It must be called once the page shows another conversation than the removed
 * one: the undo shows that one again unless the person has gone somewhere else.
 */
export async function prepareUndo(
  store: Pick<ConversationStore, "read" | "restore">,
  conversations: readonly ConversationSummary[],
): Promise<(removedIds: readonly string[]) => void> {
  const openId = readRoute().conversationId;
  const copies = await Promise.all(conversations.map(({ id }) => store.read(id)));
  return (removedIds) => {
    const removedCopies = copies.filter(({ id }) => removedIds.includes(id));
    if (removedCopies.length === 0) return;
    const { visit } = readRoute();
    const hasMovedOn = () => {
      const route = readRoute();
      return route.page !== "chat" || (route.conversationId !== null && route.visit !== visit);
    };
    notifyUndoable({
      kind: "removeConversations",
      ids: removedCopies.map(({ id }) => id),
      maxJoined: maxUndoable,
      describe: (count) => describeRemoval(removedCopies, count),
      undo: async () => {
        await store.restore(removedCopies);
        if (removedCopies.some(({ id }) => id === openId) && !hasMovedOn()) openConversation(openId);
      },
    });
  };
}

function describeRemoval([firstConversation]: readonly Conversation[], count: number): string {
  if (count !== 1 || !firstConversation) {
    return plural(count, { one: "# chat deleted.", other: "# chats deleted." });
  }
  const name = getConversationName(firstConversation);
  return t`“${name}” deleted.`;
}
