import { type FileRecord, locatePassage } from "@lectern/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { DocumentPassage } from "../../../entities/citations/viewerStore.ts";
import { call } from "../../../lib/call.ts";

const maxQuoteLength = 20_000;

/**
 * Returns the passage with its places in the present text of the document, which may have been read again since the
 * answer; null until they are known.
 */
export function useCurrentPassage(file: FileRecord, passage: DocumentPassage): DocumentPassage | null {
  const { quote, contentKey, originalIndexes, assistantId } = passage;
  const isReplaced = quote !== null && contentKey != null && file.contentKey !== null && contentKey !== file.contentKey;
  const isMoved = isReplaced && originalIndexes.length > 0;
  const { data, error } = useQuery({
    queryKey: ["files", "passage", file.id, file.contentKey, quote, assistantId ?? null],
    queryFn: ({ signal }) =>
      call(
        locatePassage,
        { key: file.id, quote: (quote ?? "").slice(0, maxQuoteLength), ...(assistantId ? { assistantId } : {}) },
        { signal },
      ),
    enabled: isMoved,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  return useMemo(() => {
    if (!isMoved) return passage;
    // Without an answer, no text is better than a wrong one.
    if (error) return { ...passage, originalIndexes: [] };
    return data ? { ...passage, originalIndexes: data.originalIndexes } : null;
  }, [isMoved, passage, data, error]);
}
