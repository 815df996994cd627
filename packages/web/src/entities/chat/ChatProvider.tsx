import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useConversationStore } from "../conversations/ConversationsProvider.tsx";
import { usePromptStore } from "../prompts/store/PromptStoreProvider.tsx";
import { type Chat, createChat } from "./createChat.ts";

const ChatContext = createContext<Chat | null>(null);

/** Provides one person's chat for as long as it is mounted. `endpoint`: the URL that chats are posted to. */
export function ChatProvider({ endpoint, children }: { endpoint: string; children: ReactNode }) {
  const { userId, store } = useConversationStore();
  const promptStore = usePromptStore();
  const cache = useQueryClient();
  const endpointRef = useRef(endpoint);
  useLayoutEffect(() => {
    endpointRef.current = endpoint;
  });
  const [chat] = useState(() =>
    createChat({ userId, getEndpoint: () => endpointRef.current, store, promptStore, cache }),
  );
  useEffect(() => chat.connect(), [chat]);
  useEffect(() => {
    const { runs } = chat;
    const saveWhenHidden = () => {
      if (document.visibilityState === "hidden") runs.saveProgress();
    };
    document.addEventListener("visibilitychange", saveWhenHidden);
    addEventListener("pagehide", runs.saveProgress);
    return () => {
      document.removeEventListener("visibilitychange", saveWhenHidden);
      removeEventListener("pagehide", runs.saveProgress);
      runs.saveProgress();
    };
  }, [chat]);
  return <ChatContext value={chat}>{children}</ChatContext>;
}

/** Returns the signed-in person's chat. Throws outside a ChatProvider. */
export function useChat(): Chat {
  const chat = use(ChatContext);
  if (!chat) throw new Error("useChat() needs a ChatProvider around it.");
  return chat;
}
