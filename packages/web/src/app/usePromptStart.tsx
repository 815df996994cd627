import type { Conversation, PromptTemplate } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useConversationStore } from "../features/conversations/ConversationsProvider.tsx";
import { conversationKeys } from "../features/conversations/shownConversations.ts";
import { useDraftId } from "../features/conversations/useConversationList.ts";
import { readOpen } from "../lib/fragment.ts";
import { useLibrary } from "../lib/library/LibraryProvider.tsx";
import { notifyFailure } from "../ui/notify.tsx";
import { beginConversation } from "./useDraftConversation.ts";

/** Begins a conversation with a prompt; what that takes is loaded when it is first done. */
export function usePromptStart(): (prompt: PromptTemplate) => void {
  const { userId, store } = useConversationStore();
  const library = useLibrary();
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
      .then(({ startPrompt }) => startPrompt(prompt, { userId, store, library, open, begin }))
      .catch(notifyFailure)
      .finally(() => starting.current.delete(prompt.id));
  };
}
