import type { Conversation } from "@lectern/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
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
  const { data, error, refetch } = useQuery(useConversationQuery(id));
  // Checked first: the conversation may have been deleted while it was on the screen.
  if (error instanceof ConversationNotFoundError) return { status: "missing" };
  if (data) return { status: "ready", conversation: data };
  if (error) return { status: "error", error, retry: () => void refetch() };
  return { status: "pending" };
}

/** True if the conversation is stored in this browser, false if it is in the cloud; undefined until it has loaded. */
export function useIsLocalConversation(id: string): boolean | undefined {
  const { data } = useQuery({ ...useConversationQuery(id), select: ({ isLocal }) => isLocal });
  return data;
}

/** All observers need the whole query: the one that rendered last decides how a changed conversation is read again. */
function useConversationQuery(id: string) {
  const { userId, store } = useConversationStore();
  return queryOptions({
    queryKey: conversationKeys.one(userId, id),
    queryFn: ({ signal }): Promise<Conversation> => store.read(id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
    retry: (failures, cause) => failures < 1 && !(cause instanceof ConversationNotFoundError),
  });
}
