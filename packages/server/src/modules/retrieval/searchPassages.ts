import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { buildPassages, type Passage } from "./buildPassages.ts";
import { fuseRanks } from "./fuseRanks.ts";
import { findChunks, findSearchableDocuments } from "./repository.ts";
import { runFullTextSearch } from "./runFullTextSearch.ts";
import { runVectorSearch } from "./runVectorSearch.ts";

export interface PassageSearch {
  question: string;
  /** The documents to search. The caller has checked that the person may read them. */
  documentIds: readonly string[];
  /** Maximum number of chunks, before neighbours are joined. */
  limit: number;
  /** Limit for all passages together. */
  maxTokens?: number;
  /** The person to whom embedding the question is charged. Without one, only full-text search runs. */
  userId?: string;
  signal?: AbortSignal;
}

const maxQuestionLength = 20_000;
const noTokenLimit = 1_000_000_000;
/** Ranks of each list that are merged. */
const maxMergedRank = 50;

/**
 * Searches the given documents, and no others, for the passages that match a question best, by full text and, if there
 * are vectors and a model, by meaning. Best first. The question can be any text.
 */
export async function searchPassages(platform: Platform, search: PassageSearch): Promise<Passage[]> {
  const found = await searchFullText(platform.db, search);
  if (!found) return [];
  const { question, documents } = found;
  const { userId, signal } = search;
  const vectorIds =
    userId === undefined
      ? null
      : await runVectorSearch(platform, { question, documents, fullTextIds: found.fullTextIds, userId, signal });
  return toPassages(platform.db, search, vectorIds === null ? [found.fullTextIds] : [found.fullTextIds, vectorIds]);
}

/** Like `searchPassages`, but by full text only, without calling a model. */
export async function searchPassagesFullText({ db }: Pick<Platform, "db">, search: PassageSearch): Promise<Passage[]> {
  const found = await searchFullText(db, search);
  return found ? toPassages(db, search, [found.fullTextIds]) : [];
}

async function searchFullText(db: Db, search: PassageSearch) {
  const documents = await findSearchableDocuments(db, search.documentIds);
  if (documents.length === 0) return null;
  search.signal?.throwIfAborted();
  const question = search.question.slice(0, maxQuestionLength);
  const ranked = await runFullTextSearch(db, question, documents);
  search.signal?.throwIfAborted();
  return { question, documents, fullTextIds: ranked.filter(({ score }) => score > 0).map(({ id }) => id) };
}

async function toPassages(db: Db, search: PassageSearch, lists: readonly (readonly number[])[]): Promise<Passage[]> {
  const fused = fuseRanks(lists.map((list) => list.slice(0, maxMergedRank)));
  // Twice as many as requested, because some may be duplicates or too long.
  const best = fused.slice(0, search.limit * 2);
  const texts = new Map(
    (
      await findChunks(
        db,
        best.map(({ id }) => id),
      )
    ).map((chunk) => [chunk.id, chunk]),
  );
  const scored = best.flatMap(({ id, score }) => {
    const chunk = texts.get(id);
    return chunk ? [{ ...chunk, score }] : [];
  });
  return buildPassages(scored, { limit: search.limit, maxTokens: search.maxTokens ?? noTokenLimit });
}
