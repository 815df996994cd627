import type { Payer } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { buildPassages, type Passage } from "./buildPassages.ts";
import { fuseRanks } from "./fuseRanks.ts";
import { findChunks, findSearchableDocuments } from "./repository.ts";
import { runFullTextSearch } from "./runFullTextSearch.ts";
import { runVectorSearch } from "./runVectorSearch.ts";

export interface PassageSearch {
  question: string;
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

const maxQuestionLength = 20_000;
const unlimitedTokens = 1_000_000_000;
/** Maximum number of results of each list that are merged. */
const maxMergedRank = 50;

/**
 * Searches the given documents for the passages that best match a question, by full text and, if there are vectors and
 * a model, by meaning. Returns the best first. The question can be any text.
 */
export async function searchPassages(platform: Platform, search: PassageSearch): Promise<Passage[]> {
  const fullTextResult = await searchFullText(platform.db, search);
  if (!fullTextResult) return [];
  const { question, documents } = fullTextResult;
  const { payer, signal } = search;
  const vectorChunkIds =
    payer === undefined
      ? null
      : await runVectorSearch(platform, {
          question,
          documents,
          fullTextChunkIds: fullTextResult.fullTextChunkIds,
          payer,
          signal,
        });
  return toPassages(
    platform.db,
    search,
    vectorChunkIds === null ? [fullTextResult.fullTextChunkIds] : [fullTextResult.fullTextChunkIds, vectorChunkIds],
  );
}

/** Like `searchPassages`, but by full text only, without calling a model. */
export async function searchPassagesByFullText(
  { db }: Pick<Platform, "db">,
  search: PassageSearch,
): Promise<Passage[]> {
  const fullTextResult = await searchFullText(db, search);
  return fullTextResult ? toPassages(db, search, [fullTextResult.fullTextChunkIds]) : [];
}

async function searchFullText(db: Db, search: PassageSearch) {
  const documents = await findSearchableDocuments(db, search.documentIds);
  if (documents.length === 0) return null;
  search.signal?.throwIfAborted();
  const question = search.question.slice(0, maxQuestionLength);
  const rankedChunks = await runFullTextSearch(db, question, documents);
  search.signal?.throwIfAborted();
  return { question, documents, fullTextChunkIds: rankedChunks.filter(({ score }) => score > 0).map(({ id }) => id) };
}

async function toPassages(
  db: Db,
  search: PassageSearch,
  rankedLists: readonly (readonly number[])[],
): Promise<Passage[]> {
  const fusedResults = fuseRanks(rankedLists.map((list) => list.slice(0, maxMergedRank)));
  // Twice as many as requested, because some may be duplicates or too long.
  const bestResults = fusedResults.slice(0, search.limit * 2);
  const chunksById = new Map(
    (
      await findChunks(
        db,
        bestResults.map(({ id }) => id),
      )
    ).map((chunk) => [chunk.id, chunk]),
  );
  const scoredChunks = bestResults.flatMap(({ id, score }) => {
    const chunk = chunksById.get(id);
    return chunk ? [{ ...chunk, score }] : [];
  });
  return buildPassages(scoredChunks, { limit: search.limit, maxTokens: search.maxTokens ?? unlimitedTokens });
}
