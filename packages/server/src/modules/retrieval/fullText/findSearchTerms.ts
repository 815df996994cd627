import type { Db } from "../../../platform/db/database.ts";
import { getStems } from "../repository.ts";
import { extractQuestionWords, type SearchTerm, toSearchTerms } from "./searchTerms.ts";

/** Returns the terms of a question, for texts that are indexed with these configurations. */
export async function findSearchTerms(
  db: Db,
  question: string,
  configurations: readonly string[],
): Promise<SearchTerm[]> {
  const words = extractQuestionWords(question);
  return toSearchTerms(words, await getStems(db, words.words, configurations));
}
