import type { TableRow } from "@lectern/contract";
import { useQueries } from "@tanstack/react-query";
import { tablePageQuery, tablePageSize } from "./tablePageQuery.ts";

/** Loads the rows of a sheet that are needed. Returns a function that finds one by the index of its item. */
export function useTableRows(
  { key, sheetFrom, assistantId }: { key: string; sheetFrom: number; assistantId: string | undefined },
  neededIndexes: readonly number[],
): (index: number) => TableRow | undefined {
  const pageOf = (index: number) => Math.floor((index - sheetFrom) / tablePageSize);
  const pages = [...new Set(neededIndexes.map(pageOf))].sort((a, b) => a - b);
  const results = useQueries({ queries: pages.map((page) => tablePageQuery(key, sheetFrom, page, assistantId)) });
  return (index) => results[pages.indexOf(pageOf(index))]?.data?.rows[(index - sheetFrom) % tablePageSize];
}
