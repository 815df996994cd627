import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { contentWords } from "../../../../../platform/contentWords.ts";
import type { DocumentPassage } from "../passages/groupPassages.ts";

/**
 * Ranks passages that are not in the search index by the words that they share with the question, best first. Rare
 * words count more. Drops passages that share no word.
 */
export async function rankPassages<P extends Pick<DocumentPassage, "content">>(
  question: string,
  passages: readonly P[],
): Promise<{ passage: P; score: number }[]> {
  const questionWords = [...contentWords(question)];
  const found: { passage: P; shared: string[] }[] = [];
  const counts = new Map<string, number>();
  for (const [index, passage] of passages.entries()) {
    if (index % 50 === 49) await yieldToEventLoop();
    const words = contentWords(passage.content);
    const shared = questionWords.filter((word) => words.has(word));
    for (const word of shared) counts.set(word, (counts.get(word) ?? 0) + 1);
    if (shared.length > 0) found.push({ passage, shared });
  }
  const weight = (word: string) => Math.log(1 + passages.length / (counts.get(word) ?? 1));
  return found
    .map(({ passage, shared }) => ({ passage, score: shared.reduce((sum, word) => sum + weight(word), 0) }))
    .sort((a, b) => b.score - a.score);
}
