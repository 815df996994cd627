import { foldText, type MessageHit } from "@lectern/contract";

type Passage = Pick<MessageHit, "passage" | "marks">;

/** Characters before the first word that was found, and in all. */
const charactersBefore = 40;
const passageLength = 160;
/** A word that stands everywhere is looked for so often. */
const maxOccurrences = 500;

/** The stretch of a text in which most of the folded `words` stand, on one line, and where they stand in it. */
export function findPassage(text: string, words: readonly string[]): Passage {
  const first = findBestStart(text, words);
  const from = startOfWord(text, Math.max(0, first - charactersBefore), first);
  const to = Math.min(text.length, alignToCharacter(text, from + passageLength));
  const line = text.slice(from, to).replace(/\s+/g, " ").trim();
  const passage = `${from > 0 ? "…" : ""}${line}${to < text.length ? "…" : ""}`;
  return { passage, marks: mergeRanges(words.flatMap((word) => findMarks(foldWithRanges(passage), word))) };
}

/** A character with the marks and letter parts that folding may join to it, so that such clusters can be folded one by one. */
const cluster = /.[\p{M}\u1160-\u11ff\u00ad\u200b-\u200d\u2060\ufeff\uff9e\uff9f]*/gsu;

interface FoldedText {
  folded: string;
  /** For each code unit of `folded`, the [start, end) of the cluster in the text that it comes from. */
  ranges: [number, number][];
}

function foldWithRanges(text: string): FoldedText {
  let folded = "";
  const ranges: [number, number][] = [];
  for (const { 0: characters, index } of text.matchAll(cluster)) {
    const part = foldText(characters);
    for (let unit = 0; unit < part.length; unit += 1) ranges.push([index, index + characters.length]);
    folded += part;
  }
  return { folded, ranges };
}

/** Where the stretch with most of the words begins, the first of several; 0 where none of them stands. */
function findBestStart(text: string, words: readonly string[]): number {
  const folded = foldText(text);
  const found = words
    .flatMap((word) => findOccurrences(folded, word).map((at) => ({ at, word })))
    .sort((one, other) => one.at - other.at);
  let best = { at: 0, count: 0 };
  for (const [index, { at }] of found.entries()) {
    const there = new Set<string>();
    for (let next = index; next < found.length; next += 1) {
      const place = found[next];
      if (!place || place.at + place.word.length > at + passageLength - charactersBefore) break;
      there.add(place.word);
    }
    if (there.size > best.count) best = { at, count: there.size };
    if (best.count === words.length) break;
  }
  const isSameIndex = foldText(text.slice(0, best.at)).length === best.at;
  return isSameIndex ? best.at : toUnfoldedIndex(text, best.at);
}

/** The place in a text that a place in the folded text comes from. */
function toUnfoldedIndex(text: string, at: number): number {
  let rest = at;
  for (const { 0: characters, index } of text.matchAll(cluster)) {
    const size = foldText(characters).length;
    if (rest < size) return index;
    rest -= size;
  }
  return text.length;
}

function findOccurrences(folded: string, word: string): number[] {
  const found: number[] = [];
  for (
    let at = folded.indexOf(word);
    at >= 0 && found.length < maxOccurrences;
    at = folded.indexOf(word, at + word.length)
  ) {
    found.push(at);
  }
  return found;
}

function findMarks({ folded, ranges }: FoldedText, word: string): [number, number][] {
  return findOccurrences(folded, word).map((at) => [ranges[at]?.[0] ?? 0, ranges[at + word.length - 1]?.[1] ?? 0]);
}

/** In order, and those that touch each other as one. */
function mergeRanges(marks: readonly [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** After the first space behind `from`, so that no word is cut; where there is none before `end`: `from`, or the start of its character. */
function startOfWord(text: string, from: number, end: number): number {
  if (from === 0) return 0;
  const space = text.slice(from, end).search(/\s/);
  return space < 0 ? alignToCharacter(text, from) : from + space + 1;
}

/** The same place, or one before it where a character of two code units would be cut. */
function alignToCharacter(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place - 1 : place;
}
