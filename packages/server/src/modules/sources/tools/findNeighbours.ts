import type { DocumentPassage } from "../passages/groupPassages.ts";

/**
 * Returns up to `count` passages before and after a passage, in the order of the document and without the passage's own
 * text, as many as fit into `maxTokens`. Empty if the document no longer contains the passage.
 */
export function findNeighbours(
  passages: readonly DocumentPassage[],
  { originalIndexes, content }: Pick<DocumentPassage, "originalIndexes" | "content">,
  { count, maxTokens }: { count: number; maxTokens: number },
): DocumentPassage[] {
  const indexes = new Set(originalIndexes);
  const isOwn = (passage: DocumentPassage) => passage.originalIndexes.some((index) => indexes.has(index));
  const first = passages.findIndex(isOwn);
  const last = passages.findLastIndex(isOwn);
  if (first < 0) return [];
  const candidates = passages
    .map((passage, position) => ({ passage, position, distance: Math.max(first - position, position - last, 0) }))
    .filter(({ distance, passage }) => distance <= count && passage.content !== content)
    .sort((a, b) => a.distance - b.distance);
  let remainingTokens = maxTokens;
  return candidates
    .filter(({ passage: { tokens } }) => {
      if (tokens > remainingTokens) return false;
      remainingTokens -= tokens;
      return true;
    })
    .sort((a, b) => a.position - b.position)
    .map(({ passage }) => passage);
}
