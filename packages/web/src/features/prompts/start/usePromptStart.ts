import type { Conversation, PromptTemplate } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useChat } from "../../../entities/chat/ChatProvider.tsx";
import { useConversationStore } from "../../../entities/conversations/ConversationsProvider.tsx";
import { createConversation } from "../../../entities/conversations/createConversation.ts";
import { conversationKeys } from "../../../entities/conversations/store/conversationCache.ts";
import { useDraftId } from "../../../entities/conversations/useConversationList.ts";
import { usePromptStore } from "../../../entities/prompts/store/PromptStoreProvider.tsx";
import { readRoute } from "../../../entities/shell/routes.ts";
import { notifyFailure } from "../../../ui/notices/notify.tsx";

/** Returns the function that starts a conversation with a prompt. Its code is loaded when it is first called. */
export function usePromptStart(): (prompt: PromptTemplate) => void {
  const { userId, store } = useConversationStore();
  const chat = useChat();
  const promptStore = usePromptStore();
  const cache = useQueryClient();
  const draftId = useDraftId();

  // The ids of the prompts that are being started; a second click is ignored.
  const startingIdsRef = useRef(new Set<string>());

  return useCallback(
    (prompt) => {
      if (startingIdsRef.current.has(prompt.id)) return;
      startingIdsRef.current.add(prompt.id);
      const openId = readRoute().conversationId ?? draftId ?? null;
      const currentConversation =
        openId === null ? null : (cache.getQueryData<Conversation>(conversationKeys.one(userId, openId)) ?? null);
      void import("./startPrompt.ts")
        .then(({ startPrompt }) =>
          startPrompt(prompt, {
            userId,
            chat,
            promptStore,
            currentConversation,
            create: (settings) => createConversation(store, cache, userId, openId, settings),
          }),
        )
        .catch(notifyFailure)
        .finally(() => startingIdsRef.current.delete(prompt.id));
    },
    [userId, chat, store, promptStore, cache, draftId],
  );
}
