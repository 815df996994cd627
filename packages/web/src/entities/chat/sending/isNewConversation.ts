import type { QueryClient } from "@tanstack/react-query";
import { findDraft } from "../../conversations/newConversation.ts";
import { conversationKeys } from "../../conversations/store/conversationCache.ts";
import type { StoredSummary } from "../../conversations/storedSummary.ts";

/** True if the conversation is the empty one that is open while the URL contains no id. */
export function isNewConversation(cache: QueryClient, userId: string, conversationId: string): boolean {
  const summaries = cache.getQueryData<StoredSummary[]>(conversationKeys.list(userId)) ?? [];
  return findDraft(summaries)?.id === conversationId;
}
