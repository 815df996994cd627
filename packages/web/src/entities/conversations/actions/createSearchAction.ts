import { limits, searchMessages } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { maxHits } from "../search/searchStored.ts";
import type { ConversationActions } from "../store/conversationActions.ts";
import type { StoreCore } from "../store/storeCore.ts";

export function createSearchAction({ localConversations }: StoreCore): Pick<ConversationActions, "search"> {
  return {
    async search(searchText, onHits, signal) {
      const query = searchText.trim();
      if (query === "" || signal.aborted) return;
      const searches = [localConversations.search(query, onHits, signal), searchCloud(query, onHits, signal)];
      // Report the hits of one search even if the other one fails.
      const results = await Promise.allSettled(searches);
      if (signal.aborted) return;
      for (const result of results) if (result.status === "rejected") throw result.reason;
    },
  };
}

const searchCloud: ConversationActions["search"] = async (query, onHits, signal) => {
  let cursor: string | null = null;
  let count = 0;
  do {
    const page: Awaited<ReturnType<typeof call<typeof searchMessages>>> = await call(
      searchMessages,
      { query: query.slice(0, limits.searchLength), ...(cursor === null ? {} : { cursor }) },
      { signal },
    );
    if (signal.aborted) return;
    if (page.hits.length > 0) onHits(page.hits);
    count += page.hits.length;
    cursor = page.nextCursor;
  } while (cursor !== null && count < maxHits);
};
