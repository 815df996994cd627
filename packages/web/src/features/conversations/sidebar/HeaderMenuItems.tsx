import type { ConversationItemsProps } from "../../../entities/chat/slots/chatSlots.ts";
import { useConversationList } from "../../../entities/conversations/useConversationList.ts";
import { ConversationMenuItems } from "./ConversationMenuItems.tsx";
import { getSidebarActions } from "./sidebarActions.ts";

/** The items of the sidebar's menu of a conversation, in the menu of its header. */
export function HeaderMenuItems({ conversationId, blockedReason, isFirst, children }: ConversationItemsProps) {
  const list = useConversationList();
  const actions = getSidebarActions();
  const conversation = list.status === "ready" ? list.conversations.find(({ id }) => id === conversationId) : undefined;
  if (!conversation || !actions) return children;
  return (
    <ConversationMenuItems
      place="header"
      {...{ conversation, actions, blockedReason, isFirst }}
      onRename={() => actions.askForName(conversation)}
    >
      {children}
    </ConversationMenuItems>
  );
}
