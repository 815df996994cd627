import { foldText } from "@lectern/contract";
import type { AnswerSource } from "./getAnswerSources.ts";
import { getCitingText } from "./listCitedNumbers.ts";

const maxPassageCharacters = 20_000;
const minSharedWords = 2;
const usualWords = 8;
/** Longer neighbours share words by chance. */
const maxJoinedCharacters = 200;
/** In scripts with letters as in Latin, shorter words say little. */
const minWordLetters = 4;

/** Finds the sentence of a source, or the row of a sheet, that an answer is most likely to cite; null: none. */
export function findCitedSentence(
  { passage, numbers }: AnswerSource,
  text: string,
  knownNumbers: ReadonlySet<number>,
): string | null {
  const citingText = getCitingText(text, numbers, knownNumbers);
  const isSheet = passage.locations.some(({ row }) => row !== undefined);
  return isSheet ? findKeyRow(passage.content, citingText) : findKeySentence(passage.content, citingText);
}

/**
 * Finds the sentence of a passage that shares the most words with what an answer says where it cites the passage. If
 * none shares `minSharedWords` words, as in a reference card of short lines, finds neighbouring lines that do. Returns
 * the part as it is in `content`; null if there is none. A passage of one sentence is its own key sentence.
 */
export function findKeySentence(content: string, citingText: string): string | null {
  const sentences = splitSentences(content.slice(0, maxPassageCharacters));
  if (sentences.length < 2) return sentences[0]?.text ?? null;
  const citingWords = listWords(citingText);
  return findBest(sentences, citingWords) ?? findBest(joinNeighbours(content, sentences), citingWords);
}

interface Sentence {
  text: string;
  /** The start in the passage, in UTF-16 code units. */
  from: number;
}

function findBest(sentences: readonly Sentence[], citingWords: ReadonlySet<string>): string | null {
  let best: { text: string; score: number } | null = null;
  for (const { text } of sentences) {
    const words = listWords(text);
    const shared = [...words].filter((word) => citingWords.has(word)).length;
    // A long sentence shares words by chance, and a heading has few others.
    const score = shared / Math.sqrt(words.size + usualWords);
    if (shared >= minSharedWords && score > (best?.score ?? 0)) best = { text, score };
  }
  return best?.text ?? null;
}

/** Returns all pairs and triples of neighbouring sentences that are short. */
function joinNeighbours(content: string, sentences: readonly Sentence[]): Sentence[] {
  return sentences.flatMap(({ from }, index) =>
    [1, 2].flatMap((distance) => {
      const last = sentences[index + distance];
      const text = last ? content.slice(from, last.from + last.text.length) : "";
      return last && text.length <= maxJoinedCharacters ? [{ text, from }] : [];
    }),
  );
}

/**
 * Finds the row of a passage of a sheet, one row per line, that shares the most words with what an answer says where it
 * cites the passage. Words of all rows, such as the names of columns, do not count. Null: no row, or several equally.
 */
export function findKeyRow(content: string, citingText: string): string | null {
  const rows = content
    .slice(0, maxPassageCharacters)
    .split("\n")
    .map((row) => row.trim())
    .filter((row) => row !== "");
  if (rows.length < 2) return rows[0] ?? null;
  const wordsByRow = rows.map(listWords);
  const isCommon = (word: string) => wordsByRow.every((words) => words.has(word));
  const citingWords = new Set([...listWords(citingText)].filter((word) => !isCommon(word)));
  const scores = wordsByRow.map((words) => [...words].filter((word) => citingWords.has(word)).length);
  const best = Math.max(...scores);
  const isUnique = best > 0 && scores.indexOf(best) === scores.lastIndexOf(best);
  return isUnique ? (rows[scores.indexOf(best)] ?? null) : null;
}

function splitSentences(content: string): Sentence[] {
  // Documents break lines within sentences. The replacement keeps the offsets.
  const flowing = content.replace(/(?<=[^\n]{40}[^\n.!?:|])\n(?=[\p{L}\p{N}(])/gu, " ");
  return [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(flowing)]
    .map(({ segment, index }) => {
      const sentence = content.slice(index, index + segment.length);
      return { text: sentence.trim(), from: index + sentence.length - sentence.trimStart().length };
    })
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

function listWords(text: string): Set<string> {
  const segments = new Intl.Segmenter(undefined, { granularity: "word" }).segment(foldText(text));
  return new Set(
    [...segments].flatMap(({ segment, isWordLike }) =>
      isWordLike && (segment.length >= minWordLetters || /[^\p{Script=Latin}]/u.test(segment)) ? [segment] : [],
    ),
  );
}
