import { buildPassages } from "../../../server/src/modules/retrieval/buildPassages.ts";
import { fuseGroups, fuseRanks, type RankedList } from "../../../server/src/modules/retrieval/fuseRanks.ts";
import { limitDocumentShares } from "../../../server/src/modules/retrieval/limitDocumentShares.ts";
import { findChunks, findSearchableDocuments } from "../../../server/src/modules/retrieval/repository.ts";
import { type SearchWordings, searchWordings } from "../../../server/src/modules/retrieval/searchWordings.ts";
import { searchPassages, searchPassagesByFullText } from "../../../server/src/modules/retrieval/service.ts";
import { type WordingResults, weighGroup, weighLists } from "../../../server/src/modules/retrieval/weighEvidence.ts";
import type { Db } from "../../../server/src/platform/db/database.ts";
import type { VectorSearch } from "./vectorSearch.ts";

export interface RewrittenWordings extends SearchWordings {
  /** The rewritten question; missing if the question was not rewritten. */
  standaloneQuestion?: string;
}

/** Returns the best passages first. */
export type SearchFunction = (
  wordings: RewrittenWordings,
  limit: number,
) => Promise<{ passages: { documentId: string; content: string }[]; isWeak: boolean }>;

/**
 * Searches as the server does without an embeddings model, or, if `languages` is false, with translations like all other
 * wordings.
 */
export const createFullTextVariant =
  (db: Db, documentIds: readonly string[], { languages = true } = {}): SearchFunction =>
  (wordings, limit) =>
    searchPassagesByFullText({ db }, { ...(languages ? wordings : joinTranslations(wordings)), documentIds, limit });

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
  /** Searches translations in the documents in their language, and merges languages after wordings. */
  languages: boolean;
}

/** The numbers of the server's search. */
const maxMergedRank = 50;
const minCandidates = 30;

/**
 * Creates variants that merge the same lists in other ways than the server: what the server's search is compared with.
 * The lists of a question are computed once for all variants.
 */
export function createVariantFactory(
  vectors: VectorSearch,
  documentIds: readonly string[],
): (switches: MergeSwitches) => SearchFunction {
  const { db } = vectors.platform;
  const knownGroups = new Map<string, Promise<WordingResults[][]>>();
  const findGroups = async (wordings: SearchWordings) =>
    searchWordings(db, wordings, await findSearchableDocuments(db, documentIds), { ...vectors, signal: undefined });
  return (switches) => async (rewrittenWordings, limit) => {
    const wordings = switches.languages ? rewrittenWordings : joinTranslations(rewrittenWordings);
    const key = JSON.stringify(wordings);
    const groupsOfWordings = knownGroups.get(key) ?? findGroups(wordings);
    knownGroups.set(key, groupsOfWordings);
    const limitShares: typeof limitDocumentShares = switches.quota
      ? limitDocumentShares
      : (candidates) => candidates.slice();
    const groups = (await groupsOfWordings).map((results) => ({
      chunks: fuseRanks(
        results
          .flatMap((wording) => listRanked(wording, switches))
          .map(({ chunks, weight }) => ({
            chunks: limitShares(chunks, maxMergedRank).slice(0, maxMergedRank),
            weight,
          })),
      ),
      weight: switches.weights ? weighGroup(results) : 1,
    }));
    const candidates = limitShares(fuseGroups(groups), limit).slice(0, Math.max(limit * 2, minCandidates));
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

/** Makes translations wordings like all others. */
function joinTranslations({ question, alternatives = [], translations = [] }: SearchWordings): SearchWordings {
  return { question, alternatives: [...alternatives, ...translations.flatMap(({ texts }) => texts)] };
}

function listRanked(wording: WordingResults, { fullText: usesFullText, weights }: MergeSwitches): RankedList[] {
  if (weights) return weighLists(wording);
  const { fullText, nearest } = wording;
  return [...(usesFullText ? [fullText] : []), ...(nearest ? [nearest] : [])].map((chunks) => ({ chunks, weight: 1 }));
}
