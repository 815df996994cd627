import { foldText } from "@lectern/contract";
import type { AnswerSource } from "./getAnswerSources.ts";
import { getCitingText } from "./listCitedNumbers.ts";

const maxPassageCharacters = 20_000;
const minSharedWords = 2;
const usualWords = 8;
/** In scripts with letters as in Latin, shorter words say little. */
const minWordLetters = 4;

/** Finds the sentence of a source that an answer is most likely to cite; null: none. */
export function findCitedSentence(
  { passage, numbers }: AnswerSource,
  text: string,
  knownNumbers: ReadonlySet<number>,
): string | null {
  return findKeySentence(passage.content, getCitingText(text, numbers, knownNumbers));
}

/**
 * Finds the sentence of a passage that shares the most words with what an answer says where it cites the passage.
 * Returns it as it is in `content`; null if no sentence shares `minSharedWords` words. A passage of one sentence is its
 * own key sentence.
 */
export function findKeySentence(content: string, citingText: string): string | null {
  const sentences = splitSentences(content.slice(0, maxPassageCharacters));
  if (sentences.length < 2) return sentences[0] ?? null;
  const citingWords = listWords(citingText);
  let best: { sentence: string; score: number } | null = null;
  for (const sentence of sentences) {
    const words = listWords(sentence);
    const shared = [...words].filter((word) => citingWords.has(word)).length;
    // A long sentence shares words by chance, and a heading has few others.
    const score = shared / Math.sqrt(words.size + usualWords);
    if (shared >= minSharedWords && score > (best?.score ?? 0)) best = { sentence, score };
  }
  return best?.sentence ?? null;
}

function splitSentences(content: string): string[] {
  // Documents break lines within sentences. The replacement keeps the offsets.
  const flowing = content.replace(/(?<=[^\n]{40}[^\n.!?:|])\n(?=[\p{L}\p{N}(])/gu, " ");
  return [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(flowing)]
    .map(({ segment, index }) => content.slice(index, index + segment.length).trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function listWords(text: string): Set<string> {
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(foldText(text));
  return new Set(
    [...segments].flatMap(({ segment, isWordLike }) =>
      isWordLike && (segment.length >= minWordLetters || /[^\p{Script=Latin}]/u.test(segment)) ? [segment] : [],
    ),
  );
}
