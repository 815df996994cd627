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
 * notice with a button to restore them.
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
    notifyUndoable(describeRemoval(removedCopies), async () => {
      await store.restore(removedCopies);
      if (removedCopies.some(({ id }) => id === openId)) openConversation(openId);
    });
  };
}

function describeRemoval(conversations: readonly Conversation[]): string {
  const [firstConversation] = conversations;
  if (conversations.length !== 1 || !firstConversation) {
    return plural(conversations.length, { one: "# chat deleted.", other: "# chats deleted." });
  }
  const name = getConversationName(firstConversation);
  return t`“${name}” deleted.`;
}
