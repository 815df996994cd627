import type { QueryClient } from "@tanstack/react-query";
import { findDraft } from "../../conversations/newConversation.ts";
import { conversationKeys } from "../../conversations/store/conversationCache.ts";
import type { StoredSummary } from "../../conversations/storedSummary.ts";
import { readRoute } from "../../shell/routes.ts";

/**
 * True if the conversation is open but its id is not in the URL: a new conversation gets its URL with its first turn.
 */
export function isOpenWithoutUrl(cache: QueryClient, userId: string, conversationId: string): boolean {
  if (readRoute().conversationId !== null) return false;
  const summaries = cache.getQueryData<StoredSummary[]>(conversationKeys.list(userId)) ?? [];
  return findDraft(summaries)?.id === conversationId;
}
