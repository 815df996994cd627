import { readFileContent } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** The number of content items per request. */
export const contentPageSize = 100;

/** The query for one page of a document's content items. The first page is 0. */
export function contentPageQuery(key: string, page: number) {
  return queryOptions({
    queryKey: ["files", "content", key, page],
    queryFn: ({ signal }) =>
      call(readFileContent, { key, from: page * contentPageSize, count: contentPageSize }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
}
