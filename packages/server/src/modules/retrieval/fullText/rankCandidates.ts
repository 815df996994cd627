import type { Candidate } from "../repository.ts";

export interface RankedCandidate extends Candidate {
  score: number;
  /** The share of the terms, weighted by their rarity, that the candidate contains: 0 to 1. */
  coverage: number;
}

/**
 * The value of `ts_rank` for a term that occurs once. With many occurrences the value approaches 1.6 times as much,
 * similar to BM25 with a small k1.
 */
const singleOccurrenceRank = 0.0607927;
/** The parameter b of BM25. It is low, because chunks have similar lengths. */
const lengthNormalization = 0.3;
/** Assumed average length of a chunk. */
const averageTokens = 350;

/**
 * Ranks candidates by an approximation of BM25 (Robertson and Zaragoza 2009). The `ts_rank` of a term saturates with
 * its occurrences; `weights` are the terms' inverse document frequencies, which `ts_rank` does not include. Returns the
 * best first, and equal candidates by document and position.
 */
export function rankCandidates(candidates: readonly Candidate[], weights: readonly number[]): RankedCandidate[] {
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  return candidates
    .map((candidate) => {
      const lengthFactor =
        1 - lengthNormalization + (lengthNormalization * Math.max(candidate.tokens, averageTokens / 4)) / averageTokens;
      const weightedSum = candidate.ranks.reduce(
        (sum, rank, termIndex) => sum + ((weights[termIndex] ?? 0) * rank) / singleOccurrenceRank,
        0,
      );
      const coveredWeight = weights.reduce(
        (sum, weight, termIndex) => sum + ((candidate.ranks[termIndex] ?? 0) > 0 ? weight : 0),
        0,
      );
      return { ...candidate, score: weightedSum / lengthFactor, coverage: coveredWeight / (totalWeight || 1) };
    })
    .sort((a, b) => b.score - a.score || compareIds(a.documentId, b.documentId) || a.position - b.position);
}

/** Returns BM25's inverse document frequency of a term that occurs in `count` of `total` chunks. Never negative. */
export function getInverseDocumentFrequency(count: number, total: number): number {
  return Math.log(1 + (total - count + 0.5) / (count + 0.5));
}

const compareIds = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
