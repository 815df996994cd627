import type { Payer } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { buildPassages, type Passage, type ScoredChunk } from "./buildPassages.ts";
import { fuseGroups, fuseRanks } from "./fuseRanks.ts";
import { limitDocumentShares } from "./limitDocumentShares.ts";
import { findChunks, findSearchableDocuments } from "./repository.ts";
import { maxRerankedChunks, rerankChunks } from "./rerankChunks.ts";
import { type SearchWordings, searchWordings, type VectorSearchOptions } from "./searchWordings.ts";
import { isEvidenceWeak, type WordingResults, weighGroup, weighLists } from "./weighEvidence.ts";

export interface PassageSearch extends SearchWordings {
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

const unlimitedTokens = 1_000_000_000;
/** Maximum number of results of each list that are merged. */
const maxMergedRank = 50;

/**
 * Searches the given documents for the passages that best match a question, by full text and, if there are vectors and
 * a model, by meaning. The question can be any text.
 */
export async function searchPassages(platform: Platform, search: PassageSearch): Promise<PassageSearchResult> {
  const { payer, signal } = search;
  const vectors = payer === undefined ? null : { platform, payer, signal };
  const found = await findCandidates(platform.db, search, vectors);
  if (!found) return emptyResult;
  const question = search.standaloneQuestion ?? search.question;
  return toResult(search, found.groups, await rerankChunks(platform, { question, chunks: found.chunks, signal }));
}

/** Like `searchPassages`, but by full text only, without calling a model. */
export async function searchPassagesByFullText(
  { db }: Pick<Platform, "db">,
  search: PassageSearch,
): Promise<PassageSearchResult> {
  const found = await findCandidates(db, search, null);
  return found ? toResult(search, found.groups, found.chunks) : emptyResult;
}

const emptyResult: PassageSearchResult = { passages: [], isWeak: true };

/** Returns null if none of the documents can be searched. `chunks`: the best first, more than requested. */
async function findCandidates(db: Db, search: PassageSearch, vectors: VectorSearchOptions | null) {
  const documents = await findSearchableDocuments(db, search.documentIds);
  if (documents.length === 0) return null;
  search.signal?.throwIfAborted();
  const groups = await searchWordings(db, search, documents, vectors);
  search.signal?.throwIfAborted();
  return { groups, chunks: await rankChunks(db, search, groups) };
}

/**
 * Merges the lists of all wordings, first those of one language, then the languages: several wordings in the question's
 * language would otherwise outvote the only one in the language of the document that has the answer.
 */
async function rankChunks(
  db: Db,
  { limit }: PassageSearch,
  groups: readonly (readonly WordingResults[])[],
): Promise<readonly ScoredChunk[]> {
  const mergedGroups = groups.map((results) => ({
    chunks: fuseRanks(results.flatMap(weighLists).map(({ chunks, weight }) => ({ chunks: cutList(chunks), weight }))),
    weight: weighGroup(results),
  }));
  // More than requested, because some may be duplicates or too long, and some are reranked.
  const candidates = limitDocumentShares(fuseGroups(mergedGroups), limit).slice(
    0,
    Math.max(limit * 2, maxRerankedChunks),
  );
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

const cutList = <Chunk extends { documentId: string }>(chunks: readonly Chunk[]) =>
  limitDocumentShares(chunks, maxMergedRank).slice(0, maxMergedRank);

function toResult(
  { limit, maxTokens = unlimitedTokens }: PassageSearch,
  groups: readonly (readonly WordingResults[])[],
  chunks: readonly ScoredChunk[],
): PassageSearchResult {
  const passages = buildPassages(chunks, { limit, maxTokens });
  return { passages, isWeak: passages.length === 0 || isEvidenceWeak(groups.flat()) };
}
