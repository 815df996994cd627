import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useMemo } from "react";
import { notifyError } from "../../ui/notices/notify.tsx";
import { conversationTexts } from "./conversationTexts.ts";
import { type ConversationStore, createConversationStore } from "./store/conversationStore.ts";
import { createMemoryConversations } from "./store/createMemoryConversations.ts";
import { type LocalConversations, openLocalConversations } from "./store/localConversations.ts";

interface Conversations {
  userId: string;
  store: ConversationStore;
}

const ConversationsContext = createContext<Conversations | null>(null);

interface ConversationsProviderProps {
  userId: string;
  /** The folder of a conversation that begins now; null: none. It must stay the same function. */
  getFolderForNew?: () => Promise<string | null>;
  fallback: ReactNode;
  children: ReactNode;
}

/** One person's conversations in this browser, open. */
export const localConversationsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["localConversations", userId],
    queryFn: () => openOrUseMemory(userId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });

/** Opens one person's conversations for what is inside it; `fallback` stands there until they are open. */
export function ConversationsProvider({ userId, getFolderForNew, fallback, children }: ConversationsProviderProps) {
  const cache = useQueryClient();
  const { data: local } = useQuery(localConversationsQuery(userId));
  const value = useMemo(() => {
    if (!local) return null;
    return { userId, store: createConversationStore(userId, local, cache, { onStorageFull, getFolderForNew }) };
  }, [userId, local, cache, getFolderForNew]);
  useEffect(() => value?.store.connectTabs(), [value]);
  if (!value) return fallback;
  return <ConversationsContext value={value}>{children}</ConversationsContext>;
}

/** One person's conversations. Throws outside a ConversationsProvider. */
export function useConversationStore(): Conversations {
  const conversations = use(ConversationsContext);
  if (!conversations) throw new Error("there is no ConversationsProvider above");
  return conversations;
}

function onStorageFull(): void {
  notifyError(conversationTexts.storageFull);
}

async function openOrUseMemory(userId: string): Promise<LocalConversations> {
  return openLocalConversations(userId, ({ message }) => notifyError(message)).catch((error: unknown) => {
    notifyError("This browser keeps no data for this site. Private conversations last until this tab is closed.", {
      reason: error instanceof Error ? error.message : null,
    });
    return createMemoryConversations();
  });
}
