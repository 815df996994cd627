import type { Candidate } from "./repository.ts";

/** A passage that was found, better ones with a higher score. */
export interface Ranked extends Candidate {
  score: number;
}

/** What `ts_rank` gives a term that occurs once; it nears 1.6 times as much with many occurrences, as BM25's does with a small k1. */
const rankOfOne = 0.0607927;
/** How much a passage's length counts, as b of BM25: little, for chunks are about as long as each other. */
const lengthShare = 0.3;
const usualTokens = 350;

/**
 * Orders passages by BM25 (Robertson and Zaragoza 2009) as far as PostgreSQL's figures allow: `ts_rank` of one term saturates with its
 * occurrences, and `weights` are the terms' inverse document frequencies, which `ts_rank` itself knows nothing of. Best first; of equal
 * ones the earlier.
 */
export function rankCandidates(candidates: readonly Candidate[], weights: readonly number[]): Ranked[] {
  return candidates
    .map((candidate) => {
      const lengthFactor = 1 - lengthShare + (lengthShare * Math.max(candidate.tokens, usualTokens / 4)) / usualTokens;
      const sum = candidate.ranks.reduce((total, rank, term) => total + ((weights[term] ?? 0) * rank) / rankOfOne, 0);
      return { ...candidate, score: sum / lengthFactor };
    })
    .sort((a, b) => b.score - a.score || compareIds(a.documentId, b.documentId) || a.position - b.position);
}

/** Inverse document frequency of a term that is in `count` of `total` passages, as BM25 has it: never below 0. */
export function termWeight(count: number, total: number): number {
  return Math.log(1 + (total - count + 0.5) / (count + 0.5));
}

const compareIds = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
