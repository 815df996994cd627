import type { Payer } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { buildPassages, type Passage, type ScoredChunk } from "./buildPassages.ts";
import { runFullTextSearches } from "./fullText/runFullTextSearches.ts";
import { fuseRanks } from "./fuseRanks.ts";
import { limitDocumentShares } from "./limitDocumentShares.ts";
import { findChunks, findSearchableDocuments } from "./repository.ts";
import { maxRerankedChunks, rerankChunks } from "./rerankChunks.ts";
import { runVectorSearch } from "./runVectorSearch.ts";
import { isEvidenceWeak, type WordingResults, weighLists } from "./weighEvidence.ts";

export interface PassageSearch {
  question: string;
  /**
   * Further wordings of the question, such as translations. Each is searched like the question, and all results are
   * merged. At most 12 wordings of 1,000 characters are used.
   */
  alternatives?: readonly string[];
  /**
   * The question as a reranking server gets it. A server judges passages by this text alone, so it must be
   * understandable by itself. Default: `question`.
   */
  standaloneQuestion?: string;
  /** The documents to search. The caller must have checked that the person may read them. */
  documentIds: readonly string[];
  /** Maximum number of chunks before neighbouring chunks are joined. */
  limit: number;
  /** Maximum number of tokens in all passages together. */
  maxTokens?: number;
  /** The person to whom embedding the question is charged. If missing, only full-text search runs. */
  payer?: Payer;
  signal?: AbortSignal;
}

export interface PassageSearchResult {
  /** The best passages first. */
  passages: Passage[];
  /** True if the documents probably do not answer the question. */
  isWeak: boolean;
}

const maxQuestionLength = 20_000;
const maxAlternatives = 12;
const maxAlternativeLength = 1_000;
const unlimitedTokens = 1_000_000_000;
/** Maximum number of results of each list that are merged. */
const maxMergedRank = 50;

/**
 * Searches the given documents for the passages that best match a question, by full text and, if there are vectors and
 * a model, by meaning. The question can be any text.
 */
export async function searchPassages(platform: Platform, search: PassageSearch): Promise<PassageSearchResult> {
  const { payer, signal } = search;
  const found = await searchFullText(platform.db, search);
  if (!found) return emptyResult;
  const { wordings, documents, lists } = found;
  const fullTextChunkIds = (lists[0] ?? []).map(({ id }) => id);
  const nearestLists =
    payer === undefined
      ? null
      : await runVectorSearch(platform, { wordings, documents, fullTextChunkIds, payer, signal });
  const results = lists.map((fullText, index) => ({ fullText, nearest: nearestLists?.[index] ?? null }));
  const chunks = await rankChunks(platform.db, search, results);
  const rerankQuestion = search.standaloneQuestion ?? wordings[0] ?? "";
  return toResult(search, results, await rerankChunks(platform, { question: rerankQuestion, chunks, signal }));
}

/** Like `searchPassages`, but by full text only, without calling a model. */
export async function searchPassagesByFullText(
  { db }: Pick<Platform, "db">,
  search: PassageSearch,
): Promise<PassageSearchResult> {
  const found = await searchFullText(db, search);
  if (!found) return emptyResult;
  const results = found.lists.map((fullText) => ({ fullText, nearest: null }));
  return toResult(search, results, await rankChunks(db, search, results));
}

const emptyResult: PassageSearchResult = { passages: [], isWeak: true };

async function searchFullText(db: Db, search: PassageSearch) {
  const documents = await findSearchableDocuments(db, search.documentIds);
  if (documents.length === 0) return null;
  search.signal?.throwIfAborted();
  const wordings = listWordings(search);
  const rankedLists = await runFullTextSearches(db, wordings, documents);
  search.signal?.throwIfAborted();
  return { wordings, documents, lists: rankedLists.map((list) => list.filter(({ score }) => score > 0)) };
}

/** Returns the question and its usable alternatives, each once. */
function listWordings({ question, alternatives = [] }: PassageSearch): string[] {
  const shortQuestion = question.slice(0, maxQuestionLength);
  const shortAlternatives = alternatives
    .map((text) => text.slice(0, maxAlternativeLength).trim())
    .filter((text) => text !== "" && text !== shortQuestion.trim());
  return [shortQuestion, ...[...new Set(shortAlternatives)].slice(0, maxAlternatives)];
}

/** Merges the lists of all wordings. Returns the best chunks first, more than requested. */
async function rankChunks(
  db: Db,
  { limit }: PassageSearch,
  results: readonly WordingResults[],
): Promise<readonly ScoredChunk[]> {
  const lists = results.flatMap(weighLists).map(({ chunks, weight }) => ({
    chunks: limitDocumentShares(chunks, maxMergedRank).slice(0, maxMergedRank),
    weight,
  }));
  // More than requested, because some may be duplicates or too long, and some are reranked.
  const candidates = limitDocumentShares(fuseRanks(lists), limit).slice(0, Math.max(limit * 2, maxRerankedChunks));
  const storedChunks = await findChunks(
    db,
    candidates.map(({ id }) => id),
  );
  const chunksById = new Map(storedChunks.map((chunk) => [chunk.id, chunk]));
  return candidates.flatMap(({ id, score }) => {
    const chunk = chunksById.get(id);
    return chunk ? [{ ...chunk, score }] : [];
  });
}

function toResult(
  { limit, maxTokens = unlimitedTokens }: PassageSearch,
  results: readonly WordingResults[],
  chunks: readonly ScoredChunk[],
): PassageSearchResult {
  const passages = buildPassages(chunks, { limit, maxTokens });
  return { passages, isWeak: passages.length === 0 || isEvidenceWeak(results) };
}
