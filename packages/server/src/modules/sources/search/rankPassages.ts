import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { extractContentWords } from "../../../platform/extractContentWords.ts";
import type { DocumentPassage } from "../passages/groupPassages.ts";

/**
 * Ranks passages that are not in the search index by the words that they share with the question, best first. Rare
 * words count more. Drops passages that share no word.
 */
export async function rankPassages<P extends Pick<DocumentPassage, "content">>(
  question: string,
  passages: readonly P[],
): Promise<{ passage: P; score: number }[]> {
  const questionWords = [...extractContentWords(question)];
  const matchingPassages: { passage: P; sharedWords: string[] }[] = [];
  const passageCounts = new Map<string, number>();
  for (const [index, passage] of passages.entries()) {
    if (index % 50 === 49) await yieldToEventLoop();
    const words = extractContentWords(passage.content);
    const sharedWords = questionWords.filter((word) => words.has(word));
    for (const word of sharedWords) passageCounts.set(word, (passageCounts.get(word) ?? 0) + 1);
    if (sharedWords.length > 0) matchingPassages.push({ passage, sharedWords });
  }
  const computeWeight = (word: string) => Math.log(1 + passages.length / (passageCounts.get(word) ?? 1));
  return matchingPassages
    .map(({ passage, sharedWords }) => ({
      passage,
      score: sharedWords.reduce((sum, word) => sum + computeWeight(word), 0),
    }))
    .sort((a, b) => b.score - a.score);
}
