import { readFileTable } from "@lectern/contract";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** The number of rows per request. */
export const tablePageSize = 100;

/** The query for a page of the rows of a sheet. `sheetFrom`: the index of the sheet's first item. */
export function tablePageQuery(key: string, sheetFrom: number, page: number, assistantId?: string | undefined) {
  return queryOptions({
    queryKey: ["files", "table", key, sheetFrom, page, assistantId ?? null],
    queryFn: ({ signal }) =>
      call(
        readFileTable,
        {
          key,
          from: sheetFrom + page * tablePageSize,
          count: tablePageSize,
          ...(assistantId ? { assistantId } : {}),
        },
        { signal },
      ),
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
}
