import { t } from "@lingui/core/macro";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useEffect, useMemo } from "react";
import { notifyError } from "../../ui/notices/notify.tsx";
import { conversationTexts } from "./conversationTexts.ts";
import type { DefaultStorage } from "./storageSelection.ts";
import { type ConversationStore, createConversationStore } from "./store/conversationStore.ts";
import { createMemoryConversations } from "./store/createMemoryConversations.ts";
import { type LocalConversations, openLocalConversations } from "./store/localConversations.ts";
import { connectRunningConversations } from "./store/runningQuery.ts";
import type { StoreOptions } from "./store/storeCore.ts";

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
  /** See `StoreOptions`. Must be the same function at every render. */
  copyFilesHere?: NonNullable<StoreOptions["copyFilesHere"]>;
  /** Where new conversations are stored until the person decides; default: null, the person is asked. */
  defaultStorage?: DefaultStorage;
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
export function ConversationsProvider(props: ConversationsProviderProps) {
  const { userId, getFolderForNew, copyFilesHere, defaultStorage = null, fallback, children } = props;
  const cache = useQueryClient();
  const { data: local } = useQuery(localConversationsQuery(userId));
  const value = useMemo(() => {
    if (!local) return null;
    const options = { onStorageFull, getFolderForNew, defaultStorage, ...(copyFilesHere && { copyFilesHere }) };
    return { userId, store: createConversationStore(userId, local, cache, options) };
  }, [userId, local, cache, getFolderForNew, copyFilesHere, defaultStorage]);
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
      t`This browser doesn’t store data for this site. Chats in this browser are lost when you close this tab.`,
      {
        reason: error instanceof Error ? error.message : null,
      },
    );
    return createMemoryConversations();
  });
}
