import { buildPassages } from "../../../server/src/modules/retrieval/buildPassages.ts";
import { runFullTextSearches } from "../../../server/src/modules/retrieval/fullText/runFullTextSearches.ts";
import { fuseRanks } from "../../../server/src/modules/retrieval/fuseRanks.ts";
import { limitDocumentShares } from "../../../server/src/modules/retrieval/limitDocumentShares.ts";
import { findChunks, findSearchableDocuments } from "../../../server/src/modules/retrieval/repository.ts";
import { runVectorSearch } from "../../../server/src/modules/retrieval/runVectorSearch.ts";
import { searchPassages, searchPassagesByFullText } from "../../../server/src/modules/retrieval/service.ts";
import { type WordingResults, weighLists } from "../../../server/src/modules/retrieval/weighEvidence.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { VectorSearch } from "./vectorSearch.ts";

/** What is searched for. */
export interface SearchWordings {
  question: string;
  /** Further wordings, which are searched, too. */
  alternatives: readonly string[];
  /** The rewritten question; missing if the question was not rewritten. */
  standaloneQuestion?: string;
}

/** Returns the best passages first. */
export type SearchFunction = (
  wordings: SearchWordings,
  limit: number,
) => Promise<{ passages: { documentId: string; content: string }[]; isWeak: boolean }>;

/** Searches as the server does without an embeddings model. */
export const createFullTextVariant =
  (db: Db, documentIds: readonly string[]): SearchFunction =>
  (wordings, limit) =>
    searchPassagesByFullText({ db }, { ...wordings, documentIds, limit });

/** Searches as the server does with an embeddings model. */
export const createMergedVariant =
  ({ platform, payer }: VectorSearch, documentIds: readonly string[]): SearchFunction =>
  (wordings, limit) =>
    searchPassages(platform, { ...wordings, documentIds, limit, payer });

/** Which of the server's ways to merge lists a variant uses. */
export interface MergeSwitches {
  /** Uses the lists of full-text search. */
  fullText: boolean;
  /** Weighs each list by its evidence instead of equally. */
  weights: boolean;
  /** Limits the share of a document. */
  quota: boolean;
}

/** The numbers of the server's search. */
const maxMergedRank = 50;
const minCandidates = 30;

/**
 * Creates variants that merge the same lists in other ways than the server: what the server's search is compared with.
 * The lists of a question are computed once for all variants.
 */
export function createVariantFactory(
  { platform, payer }: VectorSearch,
  documentIds: readonly string[],
): (switches: MergeSwitches) => SearchFunction {
  const { db } = platform;
  const knownLists = new Map<string, Promise<WordingResults[]>>();
  const findLists = async (wordings: readonly string[]): Promise<WordingResults[]> => {
    const documents = await findSearchableDocuments(db, documentIds);
    const rankedLists = await runFullTextSearches(db, wordings, documents);
    const fullTextChunkIds = (rankedLists[0] ?? []).map(({ id }) => id);
    const search = { wordings, documents, fullTextChunkIds, payer, signal: undefined };
    const nearestLists = await runVectorSearch(platform, search);
    return rankedLists.map((fullText, index) => ({
      fullText: fullText.filter(({ score }) => score > 0),
      nearest: nearestLists?.[index] ?? null,
    }));
  };
  return ({ fullText: usesFullText, weights: weighsLists, quota: hasQuota }) =>
    async ({ question, alternatives }, limit) => {
      const wordings = [question, ...new Set(alternatives)].slice(0, 13);
      const key = JSON.stringify(wordings);
      const listsOfWordings = knownLists.get(key) ?? findLists(wordings);
      knownLists.set(key, listsOfWordings);
      const limitShares: typeof limitDocumentShares = hasQuota
        ? limitDocumentShares
        : (candidates) => candidates.slice();
      const lists = (await listsOfWordings).flatMap((results) => {
        if (weighsLists) return weighLists(results);
        const { fullText, nearest } = results;
        return [...(usesFullText ? [fullText] : []), ...(nearest ? [nearest] : [])].map((chunks) => ({
          chunks,
          weight: 1,
        }));
      });
      const mergedLists = lists.map(({ chunks, weight }) => ({
        chunks: limitShares(chunks, maxMergedRank).slice(0, maxMergedRank),
        weight,
      }));
      const candidates = limitShares(fuseRanks(mergedLists), limit).slice(0, Math.max(limit * 2, minCandidates));
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
