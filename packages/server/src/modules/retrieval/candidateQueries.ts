import { quoted, type SearchTerm } from "./searchTerms.ts";

export interface WeighedTerm {
  term: SearchTerm;
  /** Of the sampled passages that have it. */
  share: number;
}

/** Rarest terms of which several may be asked for together. */
const mostCombined = 5;
/** Terms of one look at the index by single terms. */
const mostSingle = 16;
const mostTogether = 3;
/** What a term may be found in, in passages a sample's one, that no sampled passage has. */
const unseen = 0.3;

/**
 * Queries for the index, from wide to narrow: passages that have any one of the rarest terms, any two of them, any three. `first` is the
 * widest one that is expected to give no more than `enough`. `any`: passages that have any term at all, which may be most of them.
 * `terms`: rarest first.
 */
export function candidateQueries(
  terms: readonly WeighedTerm[],
  { total, sampled, enough }: { total: number; sampled: number; enough: number },
): { queries: string[]; first: number; any: string } {
  const shareOf = ({ share }: WeighedTerm) => Math.max(share, unseen / Math.max(sampled, 1));
  const expected = (group: readonly WeighedTerm[]) =>
    total * group.reduce((product, term) => product * shareOf(term), 1);
  const levels = [];
  for (let size = 1; size <= Math.min(mostTogether, terms.length); size++) {
    const chosen: WeighedTerm[][] = [];
    let sum = 0;
    for (const group of groupsOf(terms.slice(0, size === 1 ? mostSingle : mostCombined), size)) {
      const more = expected(group);
      if (chosen.length > 0 && sum + more > enough) continue;
      chosen.push(group);
      sum += more;
    }
    levels.push({ query: chosen.map(allOf).join(" | "), sum });
  }
  const fitting = levels.findIndex(({ sum }) => sum <= enough);
  return {
    queries: levels.map(({ query }) => query),
    first: fitting < 0 ? levels.length - 1 : fitting,
    any: terms.map((term) => allOf([term])).join(" | "),
  };
}

const allOf = (group: readonly WeighedTerm[]) =>
  `(${group.map(({ term: { lexemes } }) => `(${lexemes.map(quoted).join(" | ")})`).join(" & ")})`;

/** All ways to take `size` of some terms; those of the first terms come first. */
function groupsOf(terms: readonly WeighedTerm[], size: number): WeighedTerm[][] {
  if (size === 0) return [[]];
  return terms.flatMap((term, index) => groupsOf(terms.slice(index + 1), size - 1).map((group) => [term, ...group]));
}
