import { useConversationStore } from "../entities/conversations/ConversationsProvider.tsx";
import { useConversationList } from "../entities/conversations/useConversationList.ts";
import type { ConversationPort } from "../features/export/conversationPort.ts";

/** One's conversations, as they are downloaded and exported. */
export function useConversationPort(): ConversationPort {
  const { store } = useConversationStore();
  const list = useConversationList();
  return {
    conversations: list.status === "ready" ? list.conversations : null,
    failed: list.status === "error" ? list : null,
    read: store.read,
  };
}
