import { foldText, type MessageHit, toSnippet } from "@lectern/contract";

type Passage = Pick<MessageHit, "passage" | "marks">;

/** The number of characters before the first match, and in the whole passage. */
const charactersBefore = 40;
const passageLength = 160;
/** The maximum number of matches of one word that are considered. */
const maxOccurrences = 500;

/**
 * Returns the part of the text that contains as many of the folded `words` as possible, on one line and without
 * Markdown's signs, and the ranges of the words in that line.
 */
export function findPassage(text: string, words: readonly string[]): Passage {
  const matchStart = findBestStart(text, words);
  const from = findWordStart(text, Math.max(0, matchStart - charactersBefore), matchStart);
  const to = Math.min(text.length, alignToCharacter(text, from + passageLength));
  const line = toSnippet(text.slice(from, to));
  const passage = `${from > 0 ? "…" : ""}${line}${to < text.length ? "…" : ""}`;
  return { passage, marks: mergeRanges(words.flatMap((word) => findMarks(foldWithRanges(passage), word))) };
}

/**
 * Matches a cluster: a character with the combining marks and jamo that folding may join to it. Each cluster can be
 * folded separately.
 */
const clusterPattern = /.[\p{M}\u1160-\u11ff\u00ad\u200b-\u200d\u2060\ufeff\uff9e\uff9f]*/gsu;

interface FoldedText {
  folded: string;
  /** For each code unit of `folded`, the [start, end) of its cluster in the original text. */
  ranges: [number, number][];
}

function foldWithRanges(text: string): FoldedText {
  let folded = "";
  const ranges: [number, number][] = [];
  for (const { 0: characters, index } of text.matchAll(clusterPattern)) {
    const foldedPart = foldText(characters);
    for (let unit = 0; unit < foldedPart.length; unit += 1) ranges.push([index, index + characters.length]);
    folded += foldedPart;
  }
  return { folded, ranges };
}

/**
 * Returns the index of the first match after which a passage contains as many different words as possible. Returns 0 if
 * the text contains none of the words.
 */
function findBestStart(text: string, words: readonly string[]): number {
  const folded = foldText(text);
  const occurrences = words
    .flatMap((word) => findOccurrences(folded, word).map((at) => ({ at, word })))
    .sort((one, other) => one.at - other.at);
  let bestMatch = { at: 0, count: 0 };
  for (const [index, { at }] of occurrences.entries()) {
    const containedWords = new Set<string>();
    for (let next = index; next < occurrences.length; next += 1) {
      const match = occurrences[next];
      if (!match || match.at + match.word.length > at + passageLength - charactersBefore) break;
      containedWords.add(match.word);
    }
    if (containedWords.size > bestMatch.count) bestMatch = { at, count: containedWords.size };
    if (bestMatch.count === words.length) break;
  }
  const isSameIndex = foldText(text.slice(0, bestMatch.at)).length === bestMatch.at;
  return isSameIndex ? bestMatch.at : toUnfoldedIndex(text, bestMatch.at);
}

/** Converts an index in the folded text to an index in the original text. */
function toUnfoldedIndex(text: string, foldedIndex: number): number {
  let remainingLength = foldedIndex;
  for (const { 0: characters, index } of text.matchAll(clusterPattern)) {
    const size = foldText(characters).length;
    if (remainingLength < size) return index;
    remainingLength -= size;
  }
  return text.length;
}

function findOccurrences(folded: string, word: string): number[] {
  const matchIndexes: number[] = [];
  for (
    let start = folded.indexOf(word);
    start >= 0 && matchIndexes.length < maxOccurrences;
    start = folded.indexOf(word, start + word.length)
  ) {
    matchIndexes.push(start);
  }
  return matchIndexes;
}

function findMarks({ folded, ranges }: FoldedText, word: string): [number, number][] {
  return findOccurrences(folded, word).map((at) => [ranges[at]?.[0] ?? 0, ranges[at + word.length - 1]?.[1] ?? 0]);
}

/** Sorts the ranges and merges those that overlap or touch. */
function mergeRanges(marks: readonly [number, number][]): [number, number][] {
  const mergedRanges: [number, number][] = [];
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const lastRange = mergedRanges.at(-1);
    if (lastRange && from <= lastRange[1]) lastRange[1] = Math.max(lastRange[1], to);
    else mergedRanges.push([from, to]);
  }
  return mergedRanges;
}

/**
 * Returns the index after the first white space between `from` and `end`, so that no word is cut. Returns `from`,
 * aligned to a character, if there is none or `from` is 0.
 */
function findWordStart(text: string, from: number, end: number): number {
  if (from === 0) return 0;
  const spaceIndex = text.slice(from, end).search(/\s/);
  return spaceIndex < 0 ? alignToCharacter(text, from) : from + spaceIndex + 1;
}

/** Returns `index`, or the index before it if `index` would split a surrogate pair. */
function alignToCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index;
}
