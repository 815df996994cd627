import type { MessageHit } from "@lectern/contract";
import { foldText } from "../foldText.ts";

type Passage = Pick<MessageHit, "passage" | "marks">;

/** Characters before the first word that was found, and in all. */
const before = 40;
const length = 160;
/** A word that stands everywhere is looked for so often. */
const mostPlaces = 500;

/** The stretch of a text in which most of the folded `words` stand, on one line, and where they stand in it. */
export function passageOf(text: string, words: readonly string[]): Passage {
  const first = bestPlaceOf(text, words);
  const from = startOfWord(text, Math.max(0, first - before), first);
  const to = Math.min(text.length, wholeCharacter(text, from + length));
  const line = text.slice(from, to).replace(/\s+/g, " ").trim();
  const passage = `${from > 0 ? "…" : ""}${line}${to < text.length ? "…" : ""}`;
  return { passage, marks: joined(words.flatMap((word) => placesOf(foldedWithPlaces(passage), word))) };
}

interface FoldedText {
  folded: string;
  /** Where in the text each code unit of `folded` comes from, and one more for its end. */
  places: number[];
}

function foldedWithPlaces(text: string): FoldedText {
  let folded = "";
  const places: number[] = [];
  let place = 0;
  for (const character of text) {
    const part = foldText(character);
    for (let unit = 0; unit < part.length; unit += 1) places.push(place);
    folded += part;
    place += character.length;
  }
  places.push(place);
  return { folded, places };
}

/** Where the stretch with most of the words begins, the first of several; 0 where none of them stands. */
function bestPlaceOf(text: string, words: readonly string[]): number {
  const folded = foldText(text);
  const found = words
    .flatMap((word) => startsOf(folded, word).map((at) => ({ at, word })))
    .sort((one, other) => one.at - other.at);
  let best = { at: 0, count: 0 };
  for (const [index, { at }] of found.entries()) {
    const there = new Set<string>();
    for (let next = index; next < found.length; next += 1) {
      const place = found[next];
      if (!place || place.at + place.word.length > at + length - before) break;
      there.add(place.word);
    }
    if (there.size > best.count) best = { at, count: there.size };
    if (best.count === words.length) break;
  }
  return folded.length === text.length ? best.at : unfolded(text, best.at);
}

/** The place in a text that a place in the folded text comes from. */
function unfolded(text: string, at: number): number {
  let rest = at;
  let place = 0;
  for (const character of text) {
    const size = foldText(character).length;
    if (rest < size) return place;
    rest -= size;
    place += character.length;
  }
  return place;
}

function startsOf(folded: string, word: string): number[] {
  const found: number[] = [];
  for (
    let at = folded.indexOf(word);
    at >= 0 && found.length < mostPlaces;
    at = folded.indexOf(word, at + word.length)
  ) {
    found.push(at);
  }
  return found;
}

function placesOf({ folded, places }: FoldedText, word: string): [number, number][] {
  return startsOf(folded, word).map((at) => [places[at] ?? 0, places[at + word.length] ?? 0]);
}

/** In order, and those that touch each other as one. */
function joined(marks: readonly [number, number][]): [number, number][] {
  const apart: [number, number][] = [];
  for (const [from, to] of marks.toSorted((a, b) => a[0] - b[0])) {
    const last = apart.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else apart.push([from, to]);
  }
  return apart;
}

/** After the first space behind `from`, so that no word is cut; where there is none before `end`: `from`, or the start of its character. */
function startOfWord(text: string, from: number, end: number): number {
  if (from === 0) return 0;
  const space = text.slice(from, end).search(/\s/);
  return space < 0 ? wholeCharacter(text, from) : from + space + 1;
}

/** The same place, or one before it where a character of two code units would be cut. */
function wholeCharacter(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code >= 0xdc00 && code <= 0xdfff ? place - 1 : place;
}
