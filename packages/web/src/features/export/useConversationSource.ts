import { useConversationStore } from "../../entities/conversations/ConversationsProvider.tsx";
import { useConversationList } from "../../entities/conversations/useConversationList.ts";
import type { ConversationSource } from "./conversationSource.ts";

/** Returns the person's conversations for downloads and exports. */
export function useConversationSource(): ConversationSource {
  const { store } = useConversationStore();
  const list = useConversationList();
  return {
    conversations: list.status === "ready" ? list.conversations : null,
    failed: list.status === "error" ? list : null,
    read: store.read,
  };
}
