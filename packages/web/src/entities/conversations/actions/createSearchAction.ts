import { limits, searchMessages } from "@lectern/contract";
import { call } from "../../../lib/call.ts";
import { maxHits } from "../search/searchStored.ts";
import type { ConversationActions } from "../store/conversationActions.ts";
import type { StoreCore } from "../store/storeCore.ts";

export function createSearchAction({ local }: StoreCore): Pick<ConversationActions, "search"> {
  return {
    async search(given, onHits, signal) {
      const query = given.trim();
      if (query === "" || signal.aborted) return;
      const looks = [local.search(query, onHits, signal), searchCloud(query, onHits, signal)];
      // What one of the two finds is told of, whatever becomes of the other.
      const ends = await Promise.allSettled(looks);
      if (signal.aborted) return;
      for (const end of ends) if (end.status === "rejected") throw end.reason;
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
