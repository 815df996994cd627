import { type FileRecord, readFileContent } from "@lectern/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../lib/call.ts";
import { toShownText } from "../viewer/itemTexts.ts";
import { type FindSource, foldUnit, listPortions } from "./findSource.ts";

/** The most that one request returns. */
const portionSize = 500;

/** The texts of a document's items, for the search in them. */
export function useItemSource(
  { id, totalItems }: FileRecord,
  { assistantId, isMarkdown }: { assistantId: string | undefined; isMarkdown: boolean },
): FindSource {
  const cache = useQueryClient();
  return useMemo(
    () =>
      async function* (start: number) {
        for (const { from, count } of listPortions(totalItems ?? 0, portionSize, start)) {
          const { items } = await cache.fetchQuery({
            queryKey: ["files", "find", id, from, assistantId ?? null],
            queryFn: ({ signal }) =>
              call(readFileContent, { key: id, from, count, ...(assistantId ? { assistantId } : {}) }, { signal }),
            staleTime: Number.POSITIVE_INFINITY,
            networkMode: "always",
          });
          yield items.map((item, index) => foldUnit(from + index, toShownText(item, isMarkdown)));
        }
      },
    [cache, id, totalItems, assistantId, isMarkdown],
  );
}
