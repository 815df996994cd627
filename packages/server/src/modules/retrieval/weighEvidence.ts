import type { RankedCandidate } from "./fullText/rankCandidates.ts";
import type { RankedList } from "./fuseRanks.ts";
import type { NearestChunk } from "./vectorRepository.ts";

/** What the two searches found for one wording of a question. */
export interface WordingResults {
  /** Best first, each with a word of the wording. */
  fullText: readonly RankedCandidate[];
  /** Nearest first; null if this wording was not searched by meaning. */
  nearest: readonly NearestChunk[] | null;
  /** What the search by meaning found in all documents: `nearest`, unless that has only those of some documents. */
  nearestOfAll?: readonly NearestChunk[];
}

/**
 * Weighs the lists of one wording by their evidence. Full-text search counts as much as its first chunk covers the rare
 * words of the wording. Vector search counts for the remainder, as far as its first chunks stand out: a poor model, for
 * which everything is equally near, cannot displace a chunk that has all the words.
 */
export function weighLists(results: WordingResults): RankedList[] {
  const { fullText, nearest } = results;
  const coverage = getCoverage(fullText);
  const fullTextList = { chunks: fullText, weight: coverage };
  if (nearest === null || nearest.length === 0) return [fullTextList];
  const distinctness = Math.max(computeDistinctness(results) ?? unknownDistinctness, minDistinctness);
  return [fullTextList, { chunks: nearest, weight: (1 - coverage) * distinctness }];
}

/**
 * Returns how much several wordings in one language count beside those in other languages: as much as the best of them.
 */
export function weighGroup(results: readonly WordingResults[]): number {
  const sums = results.map((wording) => weighLists(wording).reduce((sum, { weight }) => sum + weight, 0));
  return Math.max(0, ...sums);
}

/** Returns how much of the wording's rare words the best chunk contains: 0 to 1. */
const getCoverage = (fullText: readonly RankedCandidate[]) => fullText[0]?.coverage ?? 0;

/** Vectors never count for nothing, because they fill the list if full-text search finds little. */
const minDistinctness = 0.02;
/** From this many results on, a list has only the nearest of all chunks. */
const minTruncatedResults = 100;
/** With fewer results, nothing can be said about their distances. */
const minComparedResults = 5;
const unknownDistinctness = 0.5;
/**
 * Standard deviations between the nearest chunk and the mean of the others that mean nothing (0) and certainty (1).
 * Among the nearest of many chunks, which vary little, the ten nearest are not counted to the others. Measured with
 * random vectors and with simulated good ones; see decision 33.
 */
const marginsOfAllChunks = { skip: 1, nothing: 2.5, certain: 4.5 };
const marginsOfNearestChunks = { skip: 10, nothing: 5, certain: 10 };

/**
 * Returns how clearly the nearest chunk stands out from the others in all documents: 0 (as in random vectors) to 1; null
 * if there are too few.
 */
function computeDistinctness({ nearest, nearestOfAll = nearest ?? [] }: WordingResults): number | null {
  if (nearestOfAll.length < minComparedResults) return null;
  const { skip, nothing, certain } =
    nearestOfAll.length >= minTruncatedResults ? marginsOfNearestChunks : marginsOfAllChunks;
  const others = nearestOfAll.slice(skip).map(({ distance }) => distance);
  const mean = others.reduce((sum, distance) => sum + distance, 0) / others.length;
  const deviation = Math.sqrt(others.reduce((sum, distance) => sum + (distance - mean) ** 2, 0) / others.length);
  if (deviation === 0) return 0;
  const margin = (mean - (nearest?.[0]?.distance ?? mean)) / deviation;
  return Math.min(1, Math.max(0, (margin - nothing) / (certain - nothing)));
}

/** Returns the highest coverage of any wording: 0 to 1. */
export function getBestCoverage(results: readonly WordingResults[]): number {
  return Math.max(0, ...results.map(({ fullText }) => getCoverage(fullText)));
}

/**
 * Below this coverage, full-text search found no evidence. It is higher if other wordings were searched, too, because
 * one of them should have the words of the documents.
 */
export const minCoverage = { question: 0.3, wordings: 0.5 };
/** From this on, the nearest chunk is evidence whatever its words are. */
const minEvidentDistinctness = 0.5;

/** True if neither words nor vectors are evidence that the documents answer the question in any of its wordings. */
export function isEvidenceWeak(results: readonly WordingResults[]): boolean {
  const coverage = getBestCoverage(results);
  const distinctness = Math.max(0, ...results.map((wording) => computeDistinctness(wording) ?? 0));
  const requiredCoverage = results.length > 1 ? minCoverage.wordings : minCoverage.question;
  return coverage < requiredCoverage && distinctness < minEvidentDistinctness;
}
