import { buildPassages } from "../../../server/src/modules/retrieval/buildPassages.ts";
import { runFullTextSearches } from "../../../server/src/modules/retrieval/fullText/runFullTextSearches.ts";
import { fuseRanks } from "../../../server/src/modules/retrieval/fuseRanks.ts";
import { findChunks, findSearchableDocuments } from "../../../server/src/modules/retrieval/repository.ts";
import { runVectorSearch } from "../../../server/src/modules/retrieval/runVectorSearch.ts";
import { searchPassages, searchPassagesByFullText } from "../../../server/src/modules/retrieval/service.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { VectorSearch } from "./vectorSearch.ts";

/** Returns the best passages first. `wordings`: the question, then the alternatives that are searched, too. */
export type SearchFunction = (
  wordings: readonly string[],
  limit: number,
) => Promise<{ passages: { documentId: string; content: string }[]; isWeak: boolean }>;

/** Searches as the server does without an embeddings model. */
export const createFullTextVariant =
  (db: Db, documentIds: readonly string[]): SearchFunction =>
  async ([question = "", ...alternatives], limit) =>
    searchPassagesByFullText({ db }, { question, alternatives, documentIds, limit });

/** Searches as the server does with an embeddings model. */
export const createMergedVariant =
  ({ platform, payer }: VectorSearch, documentIds: readonly string[]): SearchFunction =>
  async ([question = "", ...alternatives], limit) =>
    searchPassages(platform, { question, alternatives, documentIds, limit, payer });

/**
 * Merges the same lists with equal weights and without a quota for documents, or ranks by vectors alone: what the
 * server's search is compared with.
 */
export function createEqualVariant(
  { platform, payer }: VectorSearch,
  documentIds: readonly string[],
  uses: { fullText: boolean },
): SearchFunction {
  const { db } = platform;
  return async (wordings, limit) => {
    const documents = await findSearchableDocuments(db, documentIds);
    const rankedLists = uses.fullText ? await runFullTextSearches(db, wordings, documents) : [];
    const fullTextChunkIds = (rankedLists[0] ?? []).map(({ id }) => id);
    const search = { wordings, documents, fullTextChunkIds, payer, signal: undefined };
    const nearestLists = (await runVectorSearch(platform, search)) ?? [];
    const lists = [...rankedLists, ...nearestLists].map((chunks) => ({ chunks: chunks.slice(0, 50), weight: 1 }));
    const candidates = fuseRanks(lists).slice(0, limit * 2);
    const storedChunks = await findChunks(
      db,
      candidates.map(({ id }) => id),
    );
    const scoredChunks = candidates.flatMap(({ id, score }) => {
      const chunk = storedChunks.find((each) => each.id === id);
      return chunk ? [{ ...chunk, score }] : [];
    });
    return { passages: buildPassages(scoredChunks, { limit, maxTokens: Number.MAX_SAFE_INTEGER }), isWeak: false };
  };
}
