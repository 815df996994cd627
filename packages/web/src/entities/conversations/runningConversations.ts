import { useQuery } from "@tanstack/react-query";
import { useConversationStore } from "./ConversationsProvider.tsx";
import { type RunningConversations, runningQuery } from "./store/runningQuery.ts";

/**
 * Returns the ids of the conversations that are being answered anywhere: in this browser, and of the cloud conversations
 * also on other devices.
 */
export function useRunningConversationIds(): ReadonlySet<string> {
  const { userId } = useConversationStore();
  const { data } = useQuery({ ...runningQuery(userId), select: toIds });
  return data ?? noIds;
}

const noIds: ReadonlySet<string> = new Set();
const toIds = (running: RunningConversations): ReadonlySet<string> => new Set(Object.values(running));
