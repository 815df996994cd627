import { readFileContent } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** The number of content items per request. */
export const contentPageSize = 100;

/** The query for one page of a document's content items. The first page is 0. `assistantId`: see `DocumentPassage`. */
export function contentPageQuery(key: string, page: number, assistantId?: string | undefined) {
  return queryOptions({
    queryKey: ["files", "content", key, page, assistantId ?? null],
    queryFn: ({ signal }) =>
      call(
        readFileContent,
        { key, from: page * contentPageSize, count: contentPageSize, ...(assistantId ? { assistantId } : {}) },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
}
