import type { ConversationSummary } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useConversationStore } from "./ConversationsProvider.tsx";
import { findDraft } from "./newConversation.ts";
import { conversationKeys } from "./store/conversationCache.ts";

export type ConversationList =
  | { status: "pending" }
  | { status: "error"; error: Error; retry: () => void }
  | { status: "ready"; conversations: ConversationSummary[] };

/** Returns the person's conversations without drafts, the most recently changed first. */
export function useConversationList(): ConversationList {
  const { data, error, refetch } = useSummaries();
  const conversations = useMemo(() => data?.filter(({ isDraft }) => !isDraft).toSorted(byLastChange), [data]);
  if (conversations) return { status: "ready", conversations };
  if (error) return { status: "error", error, retry: () => void refetch() };
  return { status: "pending" };
}

/** Returns the id of the draft in which a new conversation starts. Null: there is none; undefined: not loaded yet. */
export function useDraftId(): string | null | undefined {
  const { data } = useSummaries();
  return useMemo(() => data && (findDraft(data)?.id ?? null), [data]);
}

function useSummaries() {
  const { userId, store } = useConversationStore();
  return useQuery({
    queryKey: conversationKeys.list(userId),
    queryFn: () => store.list(),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
}

function byLastChange(a: ConversationSummary, b: ConversationSummary): number {
  if (a.updatedAt === b.updatedAt) return 0;
  return a.updatedAt < b.updatedAt ? 1 : -1;
}
