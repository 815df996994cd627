import type { Conversation } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { useConversationStore } from "./ConversationsProvider.tsx";
import { ConversationNotFoundError } from "./store/cloudConversations.ts";
import { conversationKeys } from "./store/conversationCache.ts";

export type OpenedConversation =
  | { status: "pending" }
  | { status: "missing" }
  | { status: "error"; error: Error; retry: () => void }
  | { status: "ready"; conversation: Conversation };

/** Loads one conversation with its messages, from the cloud or from this browser. */
export function useConversation(id: string): OpenedConversation {
  const { userId, store } = useConversationStore();
  const { data, error, refetch } = useQuery({
    queryKey: conversationKeys.one(userId, id),
    queryFn: ({ signal }) => store.read(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
    retry: (failures, cause) => failures < 1 && !(cause instanceof ConversationNotFoundError),
  });
  // Checked first: the conversation may have been deleted while it was on the screen.
  if (error instanceof ConversationNotFoundError) return { status: "missing" };
  if (data) return { status: "ready", conversation: data };
  if (error) return { status: "error", error, retry: () => void refetch() };
  return { status: "pending" };
}
