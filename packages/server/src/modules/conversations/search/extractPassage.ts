import { foldText } from "@lectern/contract";
import { segmentsOf } from "./segments.ts";
import type { SearchTerm } from "./parseSearchTerms.ts";

/** UTF-16 code units. */
const passageLength = 200;
const before = 60;
const mostPlaces = 2_000;

interface Found {
  start: number;
  end: number;
  term: number;
}

export interface Passage {
  text: string;
  marks: [number, number][];
  /** How many of the terms can be marked in the whole text. */
  termsFound: number;
}

/** The stretch of a text in which most of the terms stand, on one line, with what was found in it. */
export function passageOf(text: string, terms: readonly SearchTerm[]): Passage {
  const places = placesOf(text, terms);
  const stretch = oneLine(text, densest(places));
  const marks = placesOf(stretch, terms).map(({ start, end }): [number, number] => [start, end]);
  return { text: stretch, marks, termsFound: new Set(places.map(({ term }) => term)).size };
}

function placesOf(text: string, terms: readonly SearchTerm[]): Found[] {
  const places: Found[] = [];
  for (const { text: segment, start } of segmentsOf(text)) {
    const folded = foldText(segment);
    const term = terms.findIndex(
      ({ text: wanted, place }) =>
        (place === "word" && folded === wanted) || (place === "start" && folded.startsWith(wanted)),
    );
    if (term >= 0) places.push({ start, end: start + segment.length, term });
    else places.push(...partsOf(segment, folded, start, terms));
    if (places.length >= mostPlaces) break;
  }
  return places;
}

/** Where terms stand in a run. Folding seldom changes its length; where it does, the whole run is marked. */
function partsOf(run: string, folded: string, start: number, terms: readonly SearchTerm[]): Found[] {
  const places: Found[] = [];
  for (const [term, { text, place }] of terms.entries()) {
    if (place !== "part") continue;
    for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, at + text.length)) {
      const isSame = folded.length === run.length;
      places.push(
        isSame ? { start: start + at, end: start + at + text.length, term } : { start, end: start + run.length, term },
      );
      if (!isSame || places.length >= mostPlaces) break;
    }
  }
  return places
    .sort((a, b) => a.start - b.start)
    .filter(({ start }, index, all) => start >= (all[index - 1]?.end ?? 0));
}

/** Where a stretch of the usual length begins that has most of the terms; the first of several. */
function densest(places: readonly Found[]): number {
  let best = { start: 0, terms: 0 };
  for (const [index, { start }] of places.entries()) {
    const terms = new Set<number>();
    for (let next = index; next < places.length; next++) {
      const place = places[next];
      if (!place || place.end > start + passageLength - before) break;
      terms.add(place.term);
    }
    if (terms.size > best.terms) best = { start, terms: terms.size };
  }
  return best.start;
}

function oneLine(text: string, place: number): string {
  const from = place <= before ? 0 : wordBegin(text, place - before, place);
  const end = Math.min(text.length, from + passageLength);
  const to = end === text.length ? end : wordEnd(text, end, place);
  const line = text.slice(from, to).replace(/\s+/g, " ").trim().toWellFormed();
  return `${from > 0 ? "… " : ""}${line}${to < text.length ? " …" : ""}`;
}

/** The first beginning of a word from there, and not beyond the place; there, where no space is near. */
function wordBegin(text: string, from: number, place: number): number {
  const space = text.slice(from, Math.min(place, from + 20)).search(/\s/);
  return space < 0 ? from : from + space + 1;
}

function wordEnd(text: string, end: number, place: number): number {
  const near = text.slice(Math.max(end - 20, place + 1), end);
  const space = near.search(/\s\S*$/);
  return space < 0 ? end : end - (near.length - space);
}
