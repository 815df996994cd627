import type { Db } from "../../platform/db/database.ts";
import { buildCandidateQueries, type WeightedTerm } from "./buildCandidateQueries.ts";
import { inverseDocumentFrequency, type RankedCandidate, rankCandidates } from "./rankCandidates.ts";
import {
  type Candidate,
  countTermsInSample,
  findCandidatesByIndex,
  findCandidatesInDocuments,
  getStems,
  type SearchableDocument,
} from "./repository.ts";
import { extractQuestionWords, type SearchTerm, toSearchTerms } from "./searchTerms.ts";

/** Up to this many passages are all scanned; with more, the index is used. */
const maxScannedPassages = 300;
const sampleSize = 128;
/** Only the rarest terms count in the ranking. */
const maxTerms = 24;
/** Limit for the passages of one index query. */
const maxCandidates = 300;
/** With fewer results than this, a wider query follows. */
const minCandidates = 20;
/**
 * Up to this many passages, single terms are queried: they cannot match too many passages, and pairs of words that are
 * common in other documents would take longer.
 */
const maxSmallScopePassages = 2_000;

/** Finds the passages of some documents that share words with a question, best first. */
export async function runFullTextSearch(
  db: Db,
  question: string,
  documents: readonly SearchableDocument[],
): Promise<RankedCandidate[]> {
  const languages = [...new Set(documents.flatMap((document) => document.languages))];
  const configurations = [...new Set(languages.map((name) => (name === "bigrams" ? "simple" : name)))];
  const words = extractQuestionWords(question);
  const terms = toSearchTerms(words, await getStems(db, words.words, configurations));
  if (terms.length === 0) return [];
  const total = documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  return total <= maxScannedPassages
    ? scanDocuments(db, documents, terms, total)
    : searchIndex(db, documents, terms, total);
}

async function scanDocuments(
  db: Db,
  documents: readonly SearchableDocument[],
  terms: readonly SearchTerm[],
  total: number,
): Promise<RankedCandidate[]> {
  const ids = documents.map(({ id }) => id);
  const candidates = await findCandidatesInDocuments(db, ids, terms);
  return rankCandidates(
    candidates,
    terms.map((_, term) => inverseDocumentFrequency(countCandidatesWithTerm(candidates, term), total)),
  );
}

/**
 * Works in two steps, so that the time hardly depends on the number of passages. A sample shows which terms are rare in
 * these documents. Then the index finds passages that contain the rarest terms, or several terms together, and only
 * those are ranked, by all terms. If no passage has a rare term, passages with any term are used.
 */
async function searchIndex(
  db: Db,
  documents: readonly SearchableDocument[],
  terms: readonly SearchTerm[],
  total: number,
): Promise<RankedCandidate[]> {
  const ids = documents.map(({ id }) => id);
  const { sampled, counts } = await countTermsInSample(db, selectSamplePositions(documents, total), terms);
  const weightedTerms = terms
    .map((term, index): WeightedTerm => ({ term, share: (counts[index] ?? 0) / Math.max(sampled, 1) }))
    .sort((a, b) => a.share - b.share)
    .slice(0, maxTerms);
  const rankedTerms = weightedTerms.map(({ term }) => term);
  const queryIndex = (query: string) => findCandidatesByIndex(db, ids, query, rankedTerms, maxCandidates);
  const {
    queries,
    first: suggested,
    any,
  } = buildCandidateQueries(weightedTerms, { total, sampled, maxMatches: maxCandidates });
  const first = total <= maxSmallScopePassages ? 0 : suggested;
  const found = await queryIndex(queries[first] ?? "");
  const isTruncated = found.length >= maxCandidates;
  const next =
    isTruncated && total > maxSmallScopePassages
      ? queries[first + 1]
      : found.length < minCandidates
        ? queries[first - 1]
        : undefined;
  const more = next === undefined ? [] : await queryIndex(next);
  const matches = found.length + more.length > 0 ? [...found, ...more] : await queryIndex(any);
  const candidates = [...new Map(matches.map((candidate) => [candidate.id, candidate])).values()];
  const weights = weightedTerms.map(({ share }, term) => {
    // If the term was queried alone, `found` contains all passages with it, so the count is exact.
    const isExact = first === 0 && !isTruncated && share * total < countCandidatesWithTerm(found, term) + 1;
    return inverseDocumentFrequency(isExact ? countCandidatesWithTerm(found, term) : Math.max(share * total, 1), total);
  });
  return rankCandidates(candidates, weights);
}

const countCandidatesWithTerm = (candidates: readonly Candidate[], term: number) =>
  candidates.reduce((count, { ranks }) => count + ((ranks[term] ?? 0) > 0 ? 1 : 0), 0);

/** Selects positions spread evenly over all passages. */
export function selectSamplePositions(
  documents: readonly SearchableDocument[],
  total: number,
): { documentId: string; position: number }[] {
  const step = Math.max(1, total / sampleSize);
  const positions: { documentId: string; position: number }[] = [];
  let next = step / 2;
  let before = 0;
  for (const { id, chunkCount } of documents) {
    for (; next < before + chunkCount && positions.length < sampleSize; next += step) {
      positions.push({ documentId: id, position: Math.floor(next - before) });
    }
    before += chunkCount;
  }
  return positions;
}
