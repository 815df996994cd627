import type { Payer } from "../../core/actor.ts";
import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { runFullTextSearches } from "./fullText/runFullTextSearches.ts";
import type { SearchableDocument } from "./repository.ts";
import { runVectorSearch } from "./runVectorSearch.ts";
import type { WordingResults } from "./weighEvidence.ts";

/** What is searched for. */
export interface SearchWordings {
  question: string;
  /** Further wordings of the question. */
  alternatives?: readonly string[];
  /**
   * Translations of the question, one entry per language, each with the documents in that language. Of what a translation
   * finds, only the passages of these documents count. Only as many texts are used as alternatives leave.
   */
  translations?: readonly { texts: readonly string[]; documentIds: readonly string[] }[];
}

const maxQuestionLength = 20_000;
/** Maximum number of alternatives and translations together. */
const maxFurtherWordings = 14;
const maxFurtherLength = 1_000;

interface Wording {
  text: string;
  /** The documents whose passages count; null: all documents. */
  documentIds: ReadonlySet<string> | null;
  /** 0 for the question and its alternatives, then one number per language. */
  group: number;
}

/** Returns the question and its usable further wordings, each once: a model may repeat the question as a translation. */
function listWordings({ question, alternatives = [], translations = [] }: SearchWordings): Wording[] {
  const furtherWordings: Wording[] = [
    ...alternatives.map((text) => ({ text, documentIds: null, group: 0 })),
    ...translations.flatMap(({ texts, documentIds }, index) => {
      const ids = new Set(documentIds);
      return texts.map((text) => ({ text, documentIds: ids, group: index + 1 }));
    }),
  ];
  const shortQuestion = question.slice(0, maxQuestionLength);
  const knownTexts = new Set(["", toKey(shortQuestion)]);
  const usableWordings = furtherWordings.flatMap((wording) => {
    const text = wording.text.slice(0, maxFurtherLength).trim();
    const key = toKey(text);
    if (knownTexts.has(key)) return [];
    knownTexts.add(key);
    return { ...wording, text };
  });
  return [{ text: shortQuestion, documentIds: null, group: 0 }, ...usableWordings.slice(0, maxFurtherWordings)];
}

const toKey = (text: string) => text.trim().toLowerCase();

export interface VectorSearchOptions {
  platform: Platform;
  /** The person to whom embedding the wordings is charged. */
  payer: Payer;
  signal: AbortSignal | undefined;
}

/**
 * Searches the documents for each wording by full text and, with `vectors`, by meaning. Returns what was found, grouped
 * by language, the question's language first.
 */
export async function searchWordings(
  db: Db,
  search: SearchWordings,
  documents: readonly SearchableDocument[],
  vectors: VectorSearchOptions | null,
): Promise<WordingResults[][]> {
  const wordings = listWordings(search);
  const texts = wordings.map(({ text }) => text);
  const rankedLists = await runFullTextSearches(db, texts, documents);
  vectors?.signal?.throwIfAborted();
  const fullTextLists = rankedLists.map((list) => list.filter(({ score }) => score > 0));
  const fullTextChunkIds = (fullTextLists[0] ?? []).map(({ id }) => id);
  const nearestLists =
    vectors === null
      ? null
      : await runVectorSearch(vectors.platform, { ...vectors, wordings: texts, documents, fullTextChunkIds });
  const groups: WordingResults[][] = [];
  for (const [index, { documentIds, group }] of wordings.entries()) {
    const select = <Chunk extends { documentId: string }>(chunks: readonly Chunk[]) =>
      documentIds === null ? chunks : chunks.filter(({ documentId }) => documentIds.has(documentId));
    const nearest = nearestLists?.[index];
    const results = {
      fullText: select(fullTextLists[index] ?? []),
      ...(nearest ? { nearest: select(nearest), nearestOfAll: nearest } : { nearest: null }),
    };
    groups[group] = [...(groups[group] ?? []), results];
  }
  return groups.filter(Boolean);
}
