import { foldText } from "@lectern/contract";
import { findCitingSentence } from "./findCitingSentence.ts";
import { findQuotedPart } from "./findQuotedPart.ts";
import type { AnswerSource } from "./getAnswerSources.ts";
import { getCitingText } from "./listCitedNumbers.ts";

const maxPassageCharacters = 20_000;
const minSharedWords = 2;
/** Of the words of a citing sentence. Fewer are shared by chance. */
const minSharedShare = 0.2;
/** A longer one, such as a list without punctuation, does not stand out. */
const maxSentenceCharacters = 400;
const usualWords = 8;
// Creating one takes longer than segmenting a sentence.
const sentenceSegmenter = new Intl.Segmenter(undefined, { granularity: "sentence" });
const wordSegmenter = new Intl.Segmenter(undefined, { granularity: "word" });
/** Longer neighbours share words by chance. */
const maxJoinedCharacters = 200;
/** In scripts with letters as in Latin, shorter words say little. */
const minWordLetters = 4;

/**
 * Finds the sentence of a source, or the row of a sheet, that an answer is most likely to cite; null: none.
 * `element`: the mark of one citation, whose own sentence counts before the others that cite the same source.
 */
export function findCitedSentence(
  { passage: { content, locations }, numbers }: AnswerSource,
  text: string,
  knownNumbers: ReadonlySet<number>,
  element?: HTMLElement,
): string | null {
  const find = locations.some(({ row }) => row !== undefined) ? findKeyRow : findKeySentence;
  const citingSentence = element ? findCitingSentence(element) : null;
  const found = citingSentence === null ? null : find(content, citingSentence);
  return found ?? find(content, getCitingText(text, numbers, knownNumbers));
}

/**
 * Finds the sentence of a passage that an answer quotes or, if it quotes none, the one that shares the most words and
 * numbers with a sentence, a line each, in which the answer cites the passage. If none shares enough, as in a reference card of short lines, finds neighbouring lines that do, or
 * else the sentence that shares the most of what is the same in two languages.
 * Returns the part as it is in `content`; null if none stands out. A short passage of one sentence is its own key sentence.
 */
export function findKeySentence(content: string, citingText: string): string | null {
  const searched = content.slice(0, maxPassageCharacters);
  const allSentences = splitSentences(searched);
  const sentences = allSentences.filter(({ text }) => text.length <= maxSentenceCharacters);
  if (allSentences.length < 2) return sentences[0]?.text ?? null;
  const quoted = findQuotedSentence(searched, allSentences, citingText);
  if (quoted !== null) return quoted;
  const citingSentences = citingText.split("\n").map(listWords);
  const getWeight = weighWords(allSentences);
  return (
    findBest(sentences, citingSentences, getWeight) ??
    findBest(joinNeighbours(content, sentences), citingSentences, getWeight) ??
    findInOtherLanguage(sentences, citingText)
  );
}

interface Sentence {
  text: string;
  /** The start in the passage, in UTF-16 code units. */
  from: number;
  words: ReadonlySet<string>;
}

/** Finds the sentence that an answer quotes, or only the quoted part if it is long or more than one. */
function findQuotedSentence(content: string, sentences: readonly Sentence[], citingText: string): string | null {
  const quoted = findQuotedPart(content, citingText);
  if (!quoted) return null;
  const { from, to } = quoted;
  const sentence = sentences.find((each) => each.from <= from && to <= each.from + each.text.length);
  return sentence && sentence.text.length <= maxSentenceCharacters ? sentence.text : content.slice(from, to);
}

function findBest(
  sentences: readonly Sentence[],
  citingSentences: readonly ReadonlySet<string>[],
  getWeight: (word: string) => number,
): string | null {
  let best: { text: string; score: number } | null = null;
  for (const { text, words: allWords } of sentences) {
    const words = [...allWords];
    for (const citingWords of citingSentences) {
      const shared = words.filter((word) => citingWords.has(word));
      if (shared.length < Math.max(minSharedWords, citingWords.size * minSharedShare)) continue;
      // A long sentence shares words by chance, and a heading has few others.
      const score = shared.reduce((sum, word) => sum + getWeight(word), 0) / Math.sqrt(words.length + usualWords);
      if (score > (best?.score ?? 0)) best = { text, score };
    }
  }
  return best?.text ?? null;
}

/**
 * Finds the only sentence that shares the most numbers and names with a sentence of an answer in another language. A
 * single name is not enough.
 */
function findInOtherLanguage(sentences: readonly Sentence[], citingText: string): string | null {
  const citingSentences = citingText.split("\n").map(listNumbersAndNames);
  const scores = sentences.map(({ text }) => {
    const words = [...listNumbersAndNames(text)];
    return Math.max(
      ...citingSentences.map((citingWords) => {
        const shared = words.filter((word) => citingWords.has(word));
        return shared.length > 1 || shared.some(isNumber) ? shared.length : 0;
      }),
    );
  });
  const best = Math.max(0, ...scores);
  const isUnique = best > 0 && scores.indexOf(best) === scores.lastIndexOf(best);
  return isUnique ? (sentences[scores.indexOf(best)]?.text ?? null) : null;
}

/** Lists the numbers of several digits and the words with a capital letter. */
function listNumbersAndNames(text: string): Set<string> {
  const capitalized = new Set(text.match(/\p{Lu}[\p{L}\p{M}]+/gu)?.map(foldText));
  return new Set([...listWords(text)].filter((word) => (isNumber(word) ? word.length > 1 : capitalized.has(word))));
}

const isNumber = (word: string) => /^\d+$/.test(word);

/** Returns the weight of a word: the fewer sentences contain it, the more it says about one. */
function weighWords(sentences: readonly Sentence[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const word of sentences.flatMap(({ words }) => [...words])) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log(1 + sentences.length / (counts.get(word) ?? 1));
}

/** Returns all pairs and triples of neighbouring sentences that are short. */
function joinNeighbours(content: string, sentences: readonly Sentence[]): Sentence[] {
  return sentences.flatMap(({ from, words }, index) =>
    [1, 2].flatMap((distance) => {
      const last = sentences[index + distance];
      const text = last ? content.slice(from, last.from + last.text.length) : "";
      return last && text.length <= maxJoinedCharacters
        ? [{ text, from, words: joinWords(words, sentences.slice(index + 1, index + distance + 1)) }]
        : [];
    }),
  );
}

const joinWords = (words: ReadonlySet<string>, following: readonly Sentence[]): ReadonlySet<string> =>
  new Set([...words, ...following.flatMap((sentence) => [...sentence.words])]);

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
  // Documents break lines within sentences, but not before a section's number. The replacement keeps the offsets.
  const flowing = content.replace(/(?<=[^\n]{40}[^\n.!?:|])\n(?!\d+(?:\.\d+)+)(?=[\p{L}\p{N}(])/gu, " ");
  return [...sentenceSegmenter.segment(flowing)]
    .map(({ segment, index }) => {
      const sentence = content.slice(index, index + segment.length);
      return { text: sentence.trim(), from: index + sentence.length - sentence.trimStart().length };
    })
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map((sentence) => ({ ...sentence, words: listWords(sentence.text) }));
}

/** Lists the words that say something: long ones, those that are no Latin letters, such as numbers, and acronyms. */
function listWords(text: string): Set<string> {
  const segments = wordSegmenter.segment(text);
  return new Set(
    [...segments].flatMap(({ segment, isWordLike }) => {
      const says =
        segment.length >= minWordLetters || /[^\p{Script=Latin}]/u.test(segment) || /^\p{Lu}{2,}$/u.test(segment);
      return isWordLike && says ? [foldText(removeSeparators(segment))] : [];
    }),
  );
}

/** Removes the separators of a number, which depend on the language: 9.4 in English is 9,4 in German. */
const removeSeparators = (word: string) => (/^\d[\d.,]*$/.test(word) ? word.replace(/[.,]/g, "") : word);
