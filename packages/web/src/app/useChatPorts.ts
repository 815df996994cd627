import type { PublicConfig } from "@lectern/contract";
import type { ChatPorts } from "../features/chat/chatPorts.ts";
import { useConversationStore } from "../features/conversations/ConversationsProvider.tsx";
import { openConversation, readOpen } from "../lib/fragment.ts";
import { accessToken, refreshSession } from "../lib/session.ts";
import { notifyError } from "../ui/notify.tsx";

/** Joins the chat with the conversations' store, the session and the notices. `onDraftUsed`: the draft has its first message. */
export function useChatPorts(config: PublicConfig, onDraftUsed: () => void): ChatPorts {
  const { store } = useConversationStore();
  return {
    endpoint: config.chatEndpoint,
    turns: {
      ...store,
      async beginTurn(conversationId, messages, headId) {
        await store.beginTurn(conversationId, messages, headId);
        if (readOpen().conversationId !== null) return;
        // From now on it has an address of its own, so that a reload finds it.
        openConversation(conversationId, { replace: true });
        onDraftUsed();
      },
    },
    accessToken,
    onUnauthenticated: () => void refreshSession(),
    alert: notifyError,
    locks: navigator.locks,
  };
}
