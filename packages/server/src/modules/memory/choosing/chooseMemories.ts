import type { Db } from "../../../platform/db/database.ts";
import { estimateTokens } from "../../../platform/tokenCounter.ts";
import { findSearchTerms, getInverseDocumentFrequency, rankCandidates } from "../../retrieval/service.ts";
import {
  findMatchingMemories,
  listLanguages,
  listNewestMemories,
  type MatchedMemory,
  type MemoryScope,
  type UsableMemory,
} from "../repository.ts";
import { getConfigurations } from "./configurations.ts";

/** How many memories an answer gets at most. */
export const maxMemories = 30;
/** If there are more, so many of the newest are among them whatever the question is: they are what matters now. */
const newestCount = 10;
/** Characters of the question that are searched. */
const maxQuestionLength = 2_000;
/** Tokens of the tags of one memory. */
const tokensPerTags = 8;

/**
 * Chooses the memories of the scope that an answer gets, oldest first: all, if they fit, else those that match the
 * question best and some of the newest. `maxTokens`: of all together.
 */
export async function chooseMemories(
  db: Db,
  scope: MemoryScope,
  question: string,
  maxTokens: number,
): Promise<UsableMemory[]> {
  const newest = await listNewestMemories(db, scope, maxMemories + 1);
  if (newest.length <= maxMemories && selectFitting(newest, maxTokens).length === newest.length)
    return sortByAge(newest);
  const matches = await searchMemories(db, scope, question);
  const ordered = [
    ...matches.slice(0, maxMemories - newestCount),
    ...newest.slice(0, newestCount),
    ...matches,
    ...newest,
  ];
  const distinct = [...new Map(ordered.map((memory) => [memory.id, memory])).values()];
  return sortByAge(selectFitting(distinct, maxTokens).slice(0, maxMemories));
}

/** Finds the memories of the scope that have words in common with a text, the best first. */
export async function searchMemories(db: Db, scope: MemoryScope, text: string): Promise<UsableMemory[]> {
  const languages = await listLanguages(db, scope);
  const configurations = [...new Set(languages.flatMap(getConfigurations))];
  if (configurations.length === 0) return [];
  const terms = await findSearchTerms(db, text.slice(0, maxQuestionLength), configurations);
  return rankMatches(await findMatchingMemories(db, scope, terms), terms.length);
}

/** Ranks memories as passages of documents are ranked. The rarity of a term is that among the matches. */
function rankMatches(matches: readonly MatchedMemory[], termCount: number): UsableMemory[] {
  const candidates = matches.map(({ id, content, ranks }, index) => {
    return { id: index, documentId: id, position: 0, tokens: estimateTokens(content), ranks };
  });
  const weights = Array.from({ length: termCount }, (_, index) => {
    const count = candidates.filter(({ ranks }) => (ranks[index] ?? 0) > 0).length;
    return getInverseDocumentFrequency(count, matches.length);
  });
  return rankCandidates(candidates, weights).flatMap(({ id }) => matches[id] ?? []);
}

/** Returns those that fit. One that is too long does not exclude the ones after it. */
function selectFitting(memories: readonly UsableMemory[], maxTokens: number): UsableMemory[] {
  let remaining = maxTokens;
  return memories.filter(({ content }) => {
    const tokens = estimateTokens(content) + tokensPerTags;
    if (tokens > remaining) return false;
    remaining -= tokens;
    return true;
  });
}

const sortByAge = (memories: readonly UsableMemory[]): UsableMemory[] =>
  memories.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1));
