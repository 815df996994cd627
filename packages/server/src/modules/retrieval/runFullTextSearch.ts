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

/** Up to this many passages are scanned without the index. */
const maxScannedPassages = 300;
const sampleSize = 128;
/** Only the rarest terms count in the ranking. */
const maxTerms = 24;
/** Maximum number of passages that an index query returns. */
const maxCandidates = 300;
/** If a query returns fewer passages than this, a wider query follows. */
const minCandidates = 20;
/**
 * In up to this many passages, the first query is for single terms: they cannot match too many passages, and a query
 * for pairs would take longer if their words are common in other documents.
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
  const questionWords = extractQuestionWords(question);
  const terms = toSearchTerms(questionWords, await getStems(db, questionWords.words, configurations));
  if (terms.length === 0) return [];
  const totalPassages = documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  return totalPassages <= maxScannedPassages
    ? scanDocuments(db, documents, terms, totalPassages)
    : searchIndex(db, documents, terms, totalPassages);
}

async function scanDocuments(
  db: Db,
  documents: readonly SearchableDocument[],
  terms: readonly SearchTerm[],
  totalPassages: number,
): Promise<RankedCandidate[]> {
  const ids = documents.map(({ id }) => id);
  const candidates = await findCandidatesInDocuments(db, ids, terms);
  return rankCandidates(
    candidates,
    terms.map((_, term) => inverseDocumentFrequency(countCandidatesWithTerm(candidates, term), totalPassages)),
  );
}

/**
 * Searches in two steps, so that the time hardly depends on the number of passages. First, a sample shows which terms
 * are rare in these documents. Then the index finds passages that contain the rarest terms, or several terms together,
 * and only those are ranked, by all terms. If no passage has a rare term, passages with any term are used.
 */
async function searchIndex(
  db: Db,
  documents: readonly SearchableDocument[],
  terms: readonly SearchTerm[],
  totalPassages: number,
): Promise<RankedCandidate[]> {
  const ids = documents.map(({ id }) => id);
  const { sampled, counts } = await countTermsInSample(db, selectSamplePositions(documents, totalPassages), terms);
  const weightedTerms = terms
    .map((term, index): WeightedTerm => ({ term, share: (counts[index] ?? 0) / Math.max(sampled, 1) }))
    .sort((a, b) => a.share - b.share)
    .slice(0, maxTerms);
  const rankedTerms = weightedTerms.map(({ term }) => term);
  const queryIndex = (query: string) => findCandidatesByIndex(db, ids, query, rankedTerms, maxCandidates);
  const {
    queries,
    first: suggestedIndex,
    any,
  } = buildCandidateQueries(weightedTerms, { total: totalPassages, sampled, maxMatches: maxCandidates });
  const first = totalPassages <= maxSmallScopePassages ? 0 : suggestedIndex;
  const firstCandidates = await queryIndex(queries[first] ?? "");
  const isTruncated = firstCandidates.length >= maxCandidates;
  const nextQuery =
    isTruncated && totalPassages > maxSmallScopePassages
      ? queries[first + 1]
      : firstCandidates.length < minCandidates
        ? queries[first - 1]
        : undefined;
  const furtherCandidates = nextQuery === undefined ? [] : await queryIndex(nextQuery);
  const matches =
    firstCandidates.length + furtherCandidates.length > 0
      ? [...firstCandidates, ...furtherCandidates]
      : await queryIndex(any);
  const candidates = [...new Map(matches.map((candidate) => [candidate.id, candidate])).values()];
  const weights = weightedTerms.map(({ share }, term) => {
    // If the term was queried alone, `firstCandidates` contains all passages with it, so the count is exact.
    const isExact =
      first === 0 && !isTruncated && share * totalPassages < countCandidatesWithTerm(firstCandidates, term) + 1;
    return inverseDocumentFrequency(
      isExact ? countCandidatesWithTerm(firstCandidates, term) : Math.max(share * totalPassages, 1),
      totalPassages,
    );
  });
  return rankCandidates(candidates, weights);
}

const countCandidatesWithTerm = (candidates: readonly Candidate[], term: number) =>
  candidates.reduce((count, { ranks }) => count + ((ranks[term] ?? 0) > 0 ? 1 : 0), 0);

/** Selects positions spread evenly over all passages. */
export function selectSamplePositions(
  documents: readonly SearchableDocument[],
  totalPassages: number,
): { documentId: string; position: number }[] {
  const step = Math.max(1, totalPassages / sampleSize);
  const positions: { documentId: string; position: number }[] = [];
  let nextQuery = step / 2;
  let passagesBefore = 0;
  for (const { id, chunkCount } of documents) {
    for (; nextQuery < passagesBefore + chunkCount && positions.length < sampleSize; nextQuery += step) {
      positions.push({ documentId: id, position: Math.floor(nextQuery - passagesBefore) });
    }
    passagesBefore += chunkCount;
  }
  return positions;
}
