import { foldText } from "@lectern/contract";
import type { SearchTerm } from "./parseSearchTerms.ts";
import { splitIntoSegments } from "./segments.ts";

/** UTF-16 code units. */
const passageLength = 200;
/** Characters shown before the first match. */
const contextLength = 60;
const maxMatches = 2_000;

interface TermMatch {
  start: number;
  end: number;
  term: number;
}

export interface Passage {
  text: string;
  marks: [number, number][];
  /** The number of different terms in the whole text. */
  termsFound: number;
}

/** Extracts the part of the text that contains the most terms, on one line, with the matches marked. */
export function extractPassage(text: string, terms: readonly SearchTerm[]): Passage {
  const matches = findMatches(text, terms);
  const line = cutLine(text, findDensestStart(matches));
  const marks = findMatches(line, terms).map(({ start, end }): [number, number] => [start, end]);
  return { text: line, marks, termsFound: new Set(matches.map(({ term }) => term)).size };
}

function findMatches(text: string, terms: readonly SearchTerm[]): TermMatch[] {
  const matches: TermMatch[] = [];
  for (const { text: segment, start } of splitIntoSegments(text)) {
    const foldedText = foldText(segment);
    const term = terms.findIndex(
      ({ text: wanted, match }) =>
        (match === "word" && foldedText === wanted) || (match === "start" && foldedText.startsWith(wanted)),
    );
    if (term >= 0) matches.push({ start, end: start + segment.length, term });
    else matches.push(...findPartMatches(segment, foldedText, start, terms));
    if (matches.length >= maxMatches) break;
  }
  return matches;
}

/** Finds terms within a run. Folding rarely changes the length of a run; if it does, the whole run is marked. */
function findPartMatches(run: string, foldedText: string, start: number, terms: readonly SearchTerm[]): TermMatch[] {
  const matches: TermMatch[] = [];
  for (const [term, { text, match }] of terms.entries()) {
    if (match !== "part") continue;
    for (let at = foldedText.indexOf(text); at >= 0; at = foldedText.indexOf(text, at + text.length)) {
      const isSameLength = foldedText.length === run.length;
      matches.push(
        isSameLength
          ? { start: start + at, end: start + at + text.length, term }
          : { start, end: start + run.length, term },
      );
      if (!isSameLength || matches.length >= maxMatches) break;
    }
  }
  return matches
    .sort((a, b) => a.start - b.start)
    .filter(({ start }, index, all) => start >= (all[index - 1]?.end ?? 0));
}

/** Finds the start of the first section, as long as a passage, that contains the most different terms. */
function findDensestStart(matches: readonly TermMatch[]): number {
  let best = { start: 0, terms: 0 };
  for (const [index, { start }] of matches.entries()) {
    const terms = new Set<number>();
    for (let next = index; next < matches.length; next++) {
      const match = matches[next];
      if (!match || match.end > start + passageLength - contextLength) break;
      terms.add(match.term);
    }
    if (terms.size > best.terms) best = { start, terms: terms.size };
  }
  return best.start;
}

function cutLine(text: string, position: number): string {
  const lineStart = position <= contextLength ? 0 : findWordStart(text, position - contextLength, position);
  const end = Math.min(text.length, lineStart + passageLength);
  const to = end === text.length ? end : findWordEnd(text, end, position);
  const line = text.slice(lineStart, to).replace(/\s+/g, " ").trim().toWellFormed();
  return `${lineStart > 0 ? "… " : ""}${line}${to < text.length ? " …" : ""}`;
}

/** Finds the first start of a word from `from` to `position`; returns `from` if no space is nearby. */
function findWordStart(text: string, from: number, position: number): number {
  const space = text.slice(from, Math.min(position, from + 20)).search(/\s/);
  return space < 0 ? from : from + space + 1;
}

function findWordEnd(text: string, end: number, position: number): number {
  const textBeforeEnd = text.slice(Math.max(end - 20, position + 1), end);
  const space = textBeforeEnd.search(/\s\S*$/);
  return space < 0 ? end : end - (textBeforeEnd.length - space);
}
