import type { MessageHit } from "@lectern/contract";
import { foldText } from "../foldText.ts";

type Passage = Pick<MessageHit, "passage" | "marks">;

/** Characters before the first word that was found, and in all. */
const before = 40;
const length = 160;

/** Some words of a text around the first place where one of the folded `words` stands, on one line, and where they stand in them. */
export function passageOf(text: string, words: readonly string[]): Passage {
  const first = firstPlaceOf(text, words);
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

/** Where the first of the words stands; 0 where none does. A long text is folded with its places only up to there. */
function firstPlaceOf(text: string, words: readonly string[]): number {
  const folded = foldText(text);
  const found = words.map((word) => folded.indexOf(word)).filter((index) => index >= 0);
  if (found.length === 0) return 0;
  const index = Math.min(...found);
  if (folded.length === text.length) return index;
  let rest = index;
  let place = 0;
  for (const character of text) {
    const size = foldText(character).length;
    if (rest < size) return place;
    rest -= size;
    place += character.length;
  }
  return place;
}

function placesOf({ folded, places }: FoldedText, word: string): [number, number][] {
  const found: [number, number][] = [];
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
    found.push([places[at] ?? 0, places[at + word.length] ?? 0]);
  }
  return found;
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
