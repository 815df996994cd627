import type { PublicConfig } from "@lectern/contract";
import type { ChatPorts } from "../entities/chat/runs/chatPorts.ts";
import { useConversationStore } from "../entities/conversations/ConversationsProvider.tsx";
import { promptPorts } from "../entities/prompts/promptPorts.ts";
import { usePromptStore } from "../entities/prompts/store/PromptStoreProvider.tsx";
import { accessToken, refreshSession } from "../entities/session/session.ts";
import { openConversation, readOpen } from "../entities/shell/routes.ts";
import { notifyError } from "../ui/notices/notify.tsx";
import { closeNotices } from "../ui/notices/showNotice.ts";

/** Joins the chat with the conversations' store, the session and the notices. */
export function useChatPorts(config: PublicConfig, draftId: string | null): ChatPorts {
  const { store } = useConversationStore();
  const promptStore = usePromptStore();
  return {
    endpoint: config.chatEndpoint,
    turns: {
      ...store,
      async beginTurn(conversationId, messages, headId) {
        // From now on the draft has an address of its own, so that a reload finds it and other tabs' news of it change nothing.
        const isDraftOpen = conversationId === draftId && readOpen().conversationId === null;
        if (isDraftOpen) openConversation(conversationId, { replace: true });
        return store.beginTurn(conversationId, messages, headId);
      },
    },
    accessToken,
    onUnauthenticated: () => void refreshSession(),
    alert: (text, more) => notifyError(text, { reason: more, topic: "chat" }),
    closeAlerts: () => closeNotices("chat"),
    warn: (text, more) => notifyError(text, { reason: more }),
    prompts: promptPorts(promptStore),
    locks: navigator.locks,
  };
}
