import type { Db } from "../../../platform/db/database.ts";
import {
  type Candidate,
  countTermsInSample,
  findCandidatesByIndex,
  findCandidatesInDocuments,
  getStems,
  type SearchableDocument,
} from "../repository.ts";
import { buildCandidateQueries, type WeightedTerm } from "./buildCandidateQueries.ts";
import { getInverseDocumentFrequency, type RankedCandidate, rankCandidates } from "./rankCandidates.ts";
import { extractQuestionWords, type SearchTerm, toSearchTerms } from "./searchTerms.ts";

/** Up to this many chunks are scanned without the index. */
const maxScannedChunks = 300;
const sampleSize = 128;
/** If an index query returns fewer chunks than this, a wider query follows. */
const minCandidates = 20;
/**
 * If the documents have at most this many chunks, the first query is for single terms: they cannot match too many
 * chunks, and a query for pairs would take longer if the words are common in other documents.
 */
const maxSmallScopeChunks = 2_000;
/** Maximum number of distinct terms of all wordings. Those of the question come first. */
const maxTotalTerms = 300;
/** Maximum number of a wording's terms in a search by index. The rarest are used. */
const maxTerms = 24;
/** Maximum number of chunks that an index query returns. Lower for alternatives, because there may be several. */
const maxCandidatesByKind = { question: 300, alternative: 100 };

/**
 * Finds chunks of some documents that have words in common with a question, and with each of its other wordings.
 * Returns one list per wording, best first. The number of statements does not depend on the number of wordings.
 */
export async function runFullTextSearches(
  db: Db,
  wordings: readonly string[],
  documents: readonly SearchableDocument[],
): Promise<RankedCandidate[][]> {
  const termLists = await listTerms(db, wordings, documents);
  if (termLists.every((terms) => terms.length === 0)) return termLists.map(() => []);
  const totalChunks = documents.reduce((sum, { chunkCount }) => sum + chunkCount, 0);
  return totalChunks <= maxScannedChunks
    ? scanDocuments(db, documents, termLists, totalChunks)
    : searchIndex(db, documents, termLists, totalChunks);
}

async function listTerms(
  db: Db,
  wordings: readonly string[],
  documents: readonly SearchableDocument[],
): Promise<SearchTerm[][]> {
  const languages = [...new Set(documents.flatMap((document) => document.languages))];
  const configurations = [...new Set(languages.map((name) => (name === "bigrams" ? "simple" : name)))];
  const wordLists = wordings.map(extractQuestionWords);
  const stems = await getStems(db, [...new Set(wordLists.flatMap(({ words }) => words))], configurations);
  return wordLists.map((wordList) => {
    const words = new Set(wordList.words);
    return toSearchTerms(
      wordList,
      stems.filter(({ word }) => words.has(word)),
    );
  });
}

/** The distinct terms of several lists, and for each list the indexes of its terms among them. */
function mergeTerms(termLists: readonly (readonly SearchTerm[])[]): { terms: SearchTerm[]; indexLists: number[][] } {
  const indexes = new Map<string, number>();
  const terms: SearchTerm[] = [];
  const indexLists = termLists.map((list) =>
    list.flatMap((term) => {
      const key = term.lexemes.join(" ");
      if (!indexes.has(key) && terms.length < maxTotalTerms) indexes.set(key, terms.push(term) - 1);
      return indexes.get(key) ?? [];
    }),
  );
  return { terms, indexLists };
}

async function scanDocuments(
  db: Db,
  documents: readonly SearchableDocument[],
  termLists: readonly (readonly SearchTerm[])[],
  totalChunks: number,
): Promise<RankedCandidate[][]> {
  const ids = documents.map(({ id }) => id);
  const { terms, indexLists } = mergeTerms(termLists);
  const foundCandidates = await findCandidatesInDocuments(db, ids, terms);
  return indexLists.map((indexes) => {
    const candidates = selectRanks(foundCandidates, indexes);
    return rankCandidates(
      candidates,
      indexes.map((_, index) => getInverseDocumentFrequency(countCandidatesWithTerm(candidates, index), totalChunks)),
    );
  });
}

/** The state of the index search for one wording. */
interface IndexSearch extends ReturnType<typeof buildCandidateQueries> {
  maxCandidates: number;
  /** `index` is the term's index among the terms of all wordings. */
  weightedTerms: (WeightedTerm & { index: number })[];
  firstCandidates: Candidate[];
  furtherCandidates: Candidate[];
  anyTermCandidates: Candidate[];
}

type CandidateList = "firstCandidates" | "furtherCandidates" | "anyTermCandidates";

/**
 * Searches in two steps, so that the time hardly depends on the number of chunks. First, a sample shows which terms are
 * rare in these documents. Then the index finds chunks that contain one of the rarest terms, or several terms together,
 * and only these chunks are ranked, by all terms. If the index finds none, chunks with any term are ranked.
 */
async function searchIndex(
  db: Db,
  documents: readonly SearchableDocument[],
  termLists: readonly (readonly SearchTerm[])[],
  totalChunks: number,
): Promise<RankedCandidate[][]> {
  const ids = documents.map(({ id }) => id);
  const { terms, indexLists } = mergeTerms(termLists);
  const { sampledChunks, counts } = await countTermsInSample(db, selectSamplePositions(documents, totalChunks), terms);
  const isSmallScope = totalChunks <= maxSmallScopeChunks;
  const searches = indexLists.map((indexes, wordingIndex): IndexSearch => {
    const maxCandidates = maxCandidatesByKind[wordingIndex === 0 ? "question" : "alternative"];
    const weightedTerms = indexes
      .flatMap((index) => {
        const term = terms[index];
        return term ? [{ term, index, share: (counts[index] ?? 0) / Math.max(sampledChunks, 1) }] : [];
      })
      .sort((a, b) => a.share - b.share)
      .slice(0, maxTerms);
    const sizes = { totalChunks, sampledChunks, maxMatches: maxCandidates };
    const queries = buildCandidateQueries(weightedTerms, sizes);
    const firstIndex = isSmallScope ? 0 : queries.firstIndex;
    return {
      ...{ ...queries, firstIndex, maxCandidates, weightedTerms },
      ...{ firstCandidates: [], furtherCandidates: [], anyTermCandidates: [] },
    };
  });
  /** Runs a query of each search and stores what it finds. */
  const runQueries = async (list: CandidateList, selectQuery: (search: IndexSearch) => string | undefined) => {
    const results = await findCandidatesByIndex(
      db,
      ids,
      searches.map((search) => ({
        query: selectQuery(search) ?? "",
        terms: search.weightedTerms.map(({ term }) => term),
        limit: search.maxCandidates,
      })),
    );
    for (const [index, search] of searches.entries()) search[list] = results[index] ?? [];
  };
  const [shortDocumentCandidates] = await Promise.all([
    findCandidatesInDocuments(db, selectShortDocuments(documents), terms),
    runQueries("firstCandidates", ({ queries, firstIndex }) => queries[firstIndex]),
  ]);
  await runQueries("furtherCandidates", ({ queries, firstIndex, firstCandidates, maxCandidates }) => {
    if (firstCandidates.length >= maxCandidates) return isSmallScope ? undefined : queries[firstIndex + 1];
    return firstCandidates.length < minCandidates ? queries[firstIndex - 1] : undefined;
  });
  await runQueries("anyTermCandidates", (search) =>
    search.firstCandidates.length + search.furtherCandidates.length > 0 ? undefined : search.anyTermQuery,
  );
  return searches.map((search) => {
    const otherCandidates = [
      ...search.anyTermCandidates,
      ...selectRanks(
        shortDocumentCandidates,
        search.weightedTerms.map((term) => term.index),
      ),
    ];
    return rankMatches(search, otherCandidates, totalChunks);
  });
}

function rankMatches(
  { firstCandidates, furtherCandidates, firstIndex, maxCandidates, weightedTerms }: IndexSearch,
  otherCandidates: readonly Candidate[],
  totalChunks: number,
): RankedCandidate[] {
  const isTruncated = firstCandidates.length >= maxCandidates;
  const matches = [...firstCandidates, ...furtherCandidates, ...otherCandidates];
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

/** Returns the candidates that contain any of the terms with these indexes, with the ranks of only these terms. */
function selectRanks(candidates: readonly Candidate[], indexes: readonly number[]): Candidate[] {
  return candidates
    .map((candidate) => ({ ...candidate, ranks: indexes.map((index) => candidate.ranks[index] ?? 0) }))
    .filter(({ ranks }) => ranks.some((rank) => rank > 0));
}

/** A document is short if another one is at least this many times as long. */
const minLengthRatio = 10;

/**
 * Selects short documents that are scanned beside an index search, the shortest first: the chunks that the index
 * returns for a common word may all come from a long document.
 */
function selectShortDocuments(documents: readonly SearchableDocument[]): string[] {
  const longest = documents.reduce((max, { chunkCount }) => Math.max(max, chunkCount), 0);
  let remainingChunks = maxScannedChunks;
  return documents
    .filter(({ chunkCount }) => chunkCount * minLengthRatio <= longest)
    .sort((a, b) => a.chunkCount - b.chunkCount)
    .filter(({ chunkCount }) => {
      remainingChunks -= chunkCount;
      return remainingChunks >= 0;
    })
    .map(({ id }) => id);
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
