import type { Platform } from "../../core/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { findByMeaning } from "./findByMeaning.ts";
import { findByWords } from "./findByWords.ts";
import { fuseRanks } from "./fuseRanks.ts";
import { joinPassages, type Passage } from "./joinPassages.ts";
import { findChunks, findSearchedDocuments } from "./repository.ts";

export interface PassageSearch {
  /** Any text. */
  question: string;
  /** Where it is looked for: whoever asks has checked that the person may read them. */
  documentIds: readonly string[];
  /** How many chunks, before neighbours are joined. */
  limit: number;
  /** Of all passages together. */
  maxTokens?: number;
  /** Whose usage the question's vector is counted as. Without one the words alone are searched. */
  userId?: string;
  signal?: AbortSignal;
}

const longestQuestion = 20_000;
const unbounded = 1_000_000_000;
/** Places of each list that are merged. */
const deepest = 50;

/**
 * The passages of the named documents, and of no others, that answer a question best: by its words, and by its meaning where the
 * database and a model make that possible. Best first. Any text gives some or none.
 */
export async function searchPassages(platform: Platform, search: PassageSearch): Promise<Passage[]> {
  const found = await look(platform.db, search);
  if (!found) return [];
  const { question, documents } = found;
  const { userId, signal } = search;
  const meaning =
    userId === undefined
      ? null
      : await findByMeaning(platform, { question, documents, words: found.words, userId, signal });
  return present(platform.db, search, meaning === null ? [found.words] : [found.words, meaning]);
}

/** The same by the words alone: no model is asked. */
export async function searchByWords({ db }: Pick<Platform, "db">, search: PassageSearch): Promise<Passage[]> {
  const found = await look(db, search);
  return found ? present(db, search, [found.words]) : [];
}

async function look(db: Db, search: PassageSearch) {
  const documents = await findSearchedDocuments(db, search.documentIds);
  if (documents.length === 0) return null;
  search.signal?.throwIfAborted();
  const question = search.question.slice(0, longestQuestion);
  const ranked = await findByWords(db, question, documents);
  search.signal?.throwIfAborted();
  return { question, documents, words: ranked.filter(({ score }) => score > 0).map(({ id }) => id) };
}

async function present(db: Db, search: PassageSearch, lists: readonly (readonly number[])[]): Promise<Passage[]> {
  const fused = fuseRanks(lists.map((list) => list.slice(0, deepest)));
  // More than asked for, because some may be the same text or too long.
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
  return joinPassages(scored, { limit: search.limit, maxTokens: search.maxTokens ?? unbounded });
}
