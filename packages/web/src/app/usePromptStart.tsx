import type { Conversation, PromptTemplate } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useConversationStore } from "../entities/conversations/ConversationsProvider.tsx";
import { conversationKeys } from "../entities/conversations/store/shownConversations.ts";
import { useDraftId } from "../entities/conversations/useConversationList.ts";
import { usePromptStore } from "../entities/prompts/store/PromptStoreProvider.tsx";
import { readOpen } from "../entities/shell/routes.ts";
import { notifyFailure } from "../ui/notices/notify.tsx";
import { beginConversation } from "./conversation/useDraftConversation.ts";

/** Begins a conversation with a prompt; what that takes is loaded when it is first done. */
export function usePromptStart(): (prompt: PromptTemplate) => void {
  const { userId, store } = useConversationStore();
  const promptStore = usePromptStore();
  const cache = useQueryClient();
  const draftId = useDraftId();

  /** Ids of prompts that are being started: a key that is held, or a second press while nothing is to be seen yet, starts none twice. */
  const starting = useRef(new Set<string>());

  return (prompt) => {
    if (starting.current.has(prompt.id)) return;
    starting.current.add(prompt.id);
    const openId = readOpen().conversationId ?? draftId ?? null;
    const open =
      openId === null ? null : (cache.getQueryData<Conversation>(conversationKeys.one(userId, openId)) ?? null);
    const begin = () => beginConversation(store, cache, userId, openId);
    void import("./startPrompt.ts")
      .then(({ startPrompt }) => startPrompt(prompt, { userId, store, promptStore, open, begin }))
      .catch(notifyFailure)
      .finally(() => starting.current.delete(prompt.id));
  };
}
