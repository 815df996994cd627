import type { Db } from "../../platform/db/database.ts";
import { buildCandidateQueries, type WeightedTerm } from "./buildCandidateQueries.ts";
import { getInverseDocumentFrequency, type RankedCandidate, rankCandidates } from "./rankCandidates.ts";
import {
  type Candidate,
  countTermsInSample,
  findCandidatesByIndex,
  findCandidatesInDocuments,
  getStems,
  type SearchableDocument,
} from "./repository.ts";
import { extractQuestionWords, type SearchTerm, toSearchTerms } from "./searchTerms.ts";

/** Up to this many chunks are scanned without the index. */
const maxScannedChunks = 300;
const sampleSize = 128;
/** Maximum number of terms in a search by index. The rarest are used. */
const maxTerms = 24;
/** Maximum number of chunks that an index query returns. */
const maxCandidates = 300;
/** If an index query returns fewer chunks than this, a wider query follows. */
const minCandidates = 20;
/**
 * If the documents have at most this many chunks, the first query is for single terms: they cannot match too many
 * chunks, and a query for pairs would take longer if the words are common in other documents.
 */
const maxSmallScopeChunks = 2_000;

/** Finds chunks of some documents that have words in common with a question, best first. */
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
  const totalChunks = documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  return totalChunks <= maxScannedChunks
    ? scanDocuments(db, documents, terms, totalChunks)
    : searchIndex(db, documents, terms, totalChunks);
}

async function scanDocuments(
  db: Db,
  documents: readonly SearchableDocument[],
  terms: readonly SearchTerm[],
  totalChunks: number,
): Promise<RankedCandidate[]> {
  const ids = documents.map(({ id }) => id);
  const candidates = await findCandidatesInDocuments(db, ids, terms);
  return rankCandidates(
    candidates,
    terms.map((_, index) => getInverseDocumentFrequency(countCandidatesWithTerm(candidates, index), totalChunks)),
  );
}

/**
 * Searches in two steps, so that the time hardly depends on the number of chunks. First, a sample shows which terms are
 * rare in these documents. Then the index finds chunks that contain one of the rarest terms, or several terms together,
 * and only these chunks are ranked, by all terms. If the index finds none, chunks with any term are ranked.
 */
async function searchIndex(
  db: Db,
  documents: readonly SearchableDocument[],
  terms: readonly SearchTerm[],
  totalChunks: number,
): Promise<RankedCandidate[]> {
  const ids = documents.map(({ id }) => id);
  const { sampledChunks, counts } = await countTermsInSample(db, selectSamplePositions(documents, totalChunks), terms);
  const weightedTerms = terms
    .map((term, index): WeightedTerm => ({ term, share: (counts[index] ?? 0) / Math.max(sampledChunks, 1) }))
    .sort((a, b) => a.share - b.share)
    .slice(0, maxTerms);
  const selectedTerms = weightedTerms.map(({ term }) => term);
  const queryIndex = (query: string) => findCandidatesByIndex(db, ids, query, selectedTerms, maxCandidates);
  const {
    queries,
    firstIndex: suggestedIndex,
    anyTermQuery,
  } = buildCandidateQueries(weightedTerms, { totalChunks, sampledChunks, maxMatches: maxCandidates });
  const firstIndex = totalChunks <= maxSmallScopeChunks ? 0 : suggestedIndex;
  const firstCandidates = await queryIndex(queries[firstIndex] ?? "");
  const isTruncated = firstCandidates.length >= maxCandidates;
  const nextQuery =
    isTruncated && totalChunks > maxSmallScopeChunks
      ? queries[firstIndex + 1]
      : firstCandidates.length < minCandidates
        ? queries[firstIndex - 1]
        : undefined;
  const furtherCandidates = nextQuery === undefined ? [] : await queryIndex(nextQuery);
  const matches =
    firstCandidates.length + furtherCandidates.length > 0
      ? [...firstCandidates, ...furtherCandidates]
      : await queryIndex(anyTermQuery);
  const candidates = [...new Map(matches.map((candidate) => [candidate.id, candidate])).values()];
  const weights = weightedTerms.map(({ share }, index) => {
    // If the first query contained this term alone, `firstCandidates` has all chunks with it, so the count is exact.
    const isCountExact =
      firstIndex === 0 && !isTruncated && share * totalChunks < countCandidatesWithTerm(firstCandidates, index) + 1;
    return getInverseDocumentFrequency(
      isCountExact ? countCandidatesWithTerm(firstCandidates, index) : Math.max(share * totalChunks, 1),
      totalChunks,
    );
  });
  return rankCandidates(candidates, weights);
}

const countCandidatesWithTerm = (candidates: readonly Candidate[], termIndex: number) =>
  candidates.reduce((count, { ranks }) => count + ((ranks[termIndex] ?? 0) > 0 ? 1 : 0), 0);

/** Selects positions spread evenly over all chunks of the documents. */
export function selectSamplePositions(
  documents: readonly SearchableDocument[],
  totalChunks: number,
): { documentId: string; position: number }[] {
  const step = Math.max(1, totalChunks / sampleSize);
  const positions: { documentId: string; position: number }[] = [];
  let nextIndex = step / 2;
  let precedingChunks = 0;
  for (const { id, chunkCount } of documents) {
    for (; nextIndex < precedingChunks + chunkCount && positions.length < sampleSize; nextIndex += step) {
      positions.push({ documentId: id, position: Math.floor(nextIndex - precedingChunks) });
    }
    precedingChunks += chunkCount;
  }
  return positions;
}
