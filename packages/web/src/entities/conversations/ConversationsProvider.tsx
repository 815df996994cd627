import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useMemo } from "react";
import { notifyError } from "../../ui/notices/notify.tsx";
import { conversationTexts } from "./conversationTexts.ts";
import { type ConversationStore, createConversationStore } from "./store/conversationStore.ts";
import { createMemoryConversations } from "./store/createMemoryConversations.ts";
import { type LocalConversations, openLocalConversations } from "./store/localConversations.ts";
import { connectRunningConversations } from "./store/runningQuery.ts";

interface Conversations {
  userId: string;
  store: ConversationStore;
}

const ConversationsContext = createContext<Conversations | null>(null);

interface ConversationsProviderProps {
  userId: string;
  /**
   * Returns the id of the folder for a conversation that starts now; null: no folder. Must be the same function at
   * every render.
   */
  getFolderForNew?: () => Promise<string | null>;
  fallback: ReactNode;
  children: ReactNode;
}

/** The query that opens one person's conversations in this browser. */
export const localConversationsQuery = (userId: string) =>
  queryOptions({
    queryKey: ["localConversations", userId],
    queryFn: () => openOrUseMemory(userId),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });

/** Provides one person's conversations to its children. Shows `fallback` until they are open. */
export function ConversationsProvider({ userId, getFolderForNew, fallback, children }: ConversationsProviderProps) {
  const cache = useQueryClient();
  const { data: local } = useQuery(localConversationsQuery(userId));
  const value = useMemo(() => {
    if (!local) return null;
    return { userId, store: createConversationStore(userId, local, cache, { onStorageFull, getFolderForNew }) };
  }, [userId, local, cache, getFolderForNew]);
  useEffect(() => value?.store.connectTabs(), [value]);
  useEffect(() => value?.store.connectCloud(), [value]);
  useEffect(() => connectRunningConversations(userId, cache), [userId, cache]);
  if (!value) return fallback;
  return <ConversationsContext value={value}>{children}</ConversationsContext>;
}

/** Returns the signed-in person's id and the store of their conversations. Throws outside a ConversationsProvider. */
export function useConversationStore(): Conversations {
  const conversations = use(ConversationsContext);
  if (!conversations) throw new Error("useConversationStore() needs a ConversationsProvider around it.");
  return conversations;
}

function onStorageFull(): void {
  notifyError(conversationTexts.storageFull);
}

async function openOrUseMemory(userId: string): Promise<LocalConversations> {
  return openLocalConversations(userId, ({ message }) => notifyError(message)).catch((error: unknown) => {
    notifyError(
      "This browser cannot store data for this site. Private conversations are lost when you close this tab.",
      {
        reason: error instanceof Error ? error.message : null,
      },
    );
    return createMemoryConversations();
  });
}
