import { quoteLexeme, type SearchTerm } from "./searchTerms.ts";

export interface WeightedTerm {
  term: SearchTerm;
  /** Fraction of the sampled chunks that contain the term. */
  share: number;
}

/** Maximum number of the rarest terms that are combined in groups of two and three. */
const maxCombinedTerms = 5;
/** Maximum number of terms in an index query for single terms. */
const maxSingleTerms = 16;
const maxGroupSize = 3;
/** The count in the sample that is assumed for a term that no sampled chunk contains. */
const assumedUnseenCount = 0.3;

/**
 * Builds index queries from wide to narrow, for chunks that contain one, two or three of the rarest terms. `firstIndex`
 * is the index of the widest query that is expected to match at most `maxMatches` chunks, or of the narrowest query.
 * `anyTermQuery` matches chunks with any term, possibly most chunks. `terms` are sorted rarest first.
 */
export function buildCandidateQueries(
  terms: readonly WeightedTerm[],
  { totalChunks, sampledChunks, maxMatches }: { totalChunks: number; sampledChunks: number; maxMatches: number },
): { queries: string[]; firstIndex: number; anyTermQuery: string } {
  const estimateShare = ({ share }: WeightedTerm) => Math.max(share, assumedUnseenCount / Math.max(sampledChunks, 1));
  const estimateMatches = (group: readonly WeightedTerm[]) =>
    totalChunks * group.reduce((product, term) => product * estimateShare(term), 1);
  const levels = [];
  for (let size = 1; size <= Math.min(maxGroupSize, terms.length); size++) {
    const groups: WeightedTerm[][] = [];
    let sum = 0;
    for (const group of listCombinations(terms.slice(0, size === 1 ? maxSingleTerms : maxCombinedTerms), size)) {
      const matches = estimateMatches(group);
      if (groups.length > 0 && sum + matches > maxMatches) continue;
      groups.push(group);
      sum += matches;
    }
    levels.push({ query: groups.map(buildGroupQuery).join(" | "), sum });
  }
  const widestLevelIndex = levels.findIndex(({ sum }) => sum <= maxMatches);
  return {
    queries: levels.map(({ query }) => query),
    firstIndex: widestLevelIndex < 0 ? levels.length - 1 : widestLevelIndex,
    anyTermQuery: terms.map((term) => buildGroupQuery([term])).join(" | "),
  };
}

const buildGroupQuery = (group: readonly WeightedTerm[]) =>
  `(${group.map(({ term: { lexemes } }) => `(${lexemes.map(quoteLexeme).join(" | ")})`).join(" & ")})`;

/** Returns all combinations of `size` terms, in lexicographic order. */
function listCombinations(terms: readonly WeightedTerm[], size: number): WeightedTerm[][] {
  if (size === 0) return [[]];
  return terms.flatMap((term, index) =>
    listCombinations(terms.slice(index + 1), size - 1).map((group) => [term, ...group]),
  );
}
