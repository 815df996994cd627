import type { QueryClient } from "@tanstack/react-query";
import type { KeptSummary } from "../../conversations/keptSummary.ts";
import { draftOf } from "../../conversations/newConversation.ts";
import { conversationKeys } from "../../conversations/store/shownConversations.ts";
import { readRoute } from "../../shell/routes.ts";

/** True if the conversation is the new one that is open, which gets its address with its first turn. */
export function isOpenWithoutAddress(cache: QueryClient, userId: string, conversationId: string): boolean {
  if (readRoute().conversationId !== null) return false;
  const summaries = cache.getQueryData<KeptSummary[]>(conversationKeys.list(userId)) ?? [];
  return draftOf(summaries)?.id === conversationId;
}
