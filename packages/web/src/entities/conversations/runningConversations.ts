import { useQuery } from "@tanstack/react-query";
import { useConversationStore } from "./ConversationsProvider.tsx";
import { runningQuery } from "./store/runningQuery.ts";

/** True while the server writes an answer in the conversation: for this browser or for another device. */
export function useIsRunning(conversationId: string): boolean {
  const { userId } = useConversationStore();
  const { data = false } = useQuery({
    ...runningQuery(userId),
    select: (running) => Object.values(running).includes(conversationId),
  });
  return data;
}
