import { foldText, toSnippet } from "@lectern/contract";
import type { SearchTerm } from "./parseSearchTerms.ts";
import { splitIntoSegments } from "./segments.ts";

/** Length of a passage, in UTF-16 code units, not counting the ellipses. */
const passageLength = 200;
/** Maximum length of the context before the match that determined the passage. */
const maxContextLength = 60;
const maxMatches = 2_000;

interface TermMatch {
  start: number;
  end: number;
  termIndex: number;
}

export interface Passage {
  text: string;
  marks: [number, number][];
  /** The number of different terms that occur in the whole text. */
  termsFound: number;
}

/** Extracts the passage with the most different terms, on one line and without Markdown's signs, with the positions of the matches in it. */
export function extractPassage(text: string, terms: readonly SearchTerm[]): Passage {
  const matches = findMatches(text, terms);
  const line = cutLine(text, findDensestStart(matches));
  const marks = findMatches(line, terms).map(({ start, end }): [number, number] => [start, end]);
  return { text: line, marks, termsFound: new Set(matches.map(({ termIndex }) => termIndex)).size };
}

function findMatches(text: string, terms: readonly SearchTerm[]): TermMatch[] {
  const matches: TermMatch[] = [];
  for (const { text: segment, start } of splitIntoSegments(text)) {
    const foldedText = foldText(segment);
    const termIndex = terms.findIndex(
      ({ text: wanted, match }) =>
        (match === "word" && foldedText === wanted) || (match === "start" && foldedText.startsWith(wanted)),
    );
    if (termIndex >= 0) matches.push({ start, end: start + segment.length, termIndex });
    else matches.push(...findPartMatches(segment, foldedText, start, terms));
    if (matches.length >= maxMatches) break;
  }
  return matches;
}

/**
 * Finds the `part` terms within a run. If folding changes the length of the run, which is rare, marks the whole run.
 */
function findPartMatches(run: string, foldedText: string, start: number, terms: readonly SearchTerm[]): TermMatch[] {
  const matches: TermMatch[] = [];
  for (const [termIndex, { text, match }] of terms.entries()) {
    if (match !== "part") continue;
    for (let at = foldedText.indexOf(text); at >= 0; at = foldedText.indexOf(text, at + text.length)) {
      const isSameLength = foldedText.length === run.length;
      matches.push(
        isSameLength
          ? { start: start + at, end: start + at + text.length, termIndex }
          : { start, end: start + run.length, termIndex },
      );
      if (!isSameLength || matches.length >= maxMatches) break;
    }
  }
  return matches
    .sort((a, b) => a.start - b.start)
    .filter(({ start }, index, all) => start >= (all[index - 1]?.end ?? 0));
}

/** Finds the match after which a passage contains the most different terms, and returns its start. */
function findDensestStart(matches: readonly TermMatch[]): number {
  let densestMatch = { start: 0, terms: 0 };
  for (const [index, { start }] of matches.entries()) {
    const termIndexes = new Set<number>();
    for (let nextIndex = index; nextIndex < matches.length; nextIndex++) {
      const match = matches[nextIndex];
      if (!match || match.end > start + passageLength - maxContextLength) break;
      termIndexes.add(match.termIndex);
    }
    if (termIndexes.size > densestMatch.terms) densestMatch = { start, terms: termIndexes.size };
  }
  return densestMatch.start;
}

function cutLine(text: string, position: number): string {
  const lineStart = position <= maxContextLength ? 0 : findWordStart(text, position - maxContextLength, position);
  const end = Math.min(text.length, lineStart + passageLength);
  const to = end === text.length ? end : findWordEnd(text, end, position);
  const line = toSnippet(text.slice(lineStart, to)).toWellFormed();
  return `${lineStart > 0 ? "… " : ""}${line}${to < text.length ? " …" : ""}`;
}

/** Finds the first start of a word from `from` to `position`; returns `from` if no space is within 20 characters. */
function findWordStart(text: string, from: number, position: number): number {
  const spaceIndex = text.slice(from, Math.min(position, from + 20)).search(/\s/);
  return spaceIndex < 0 ? from : from + spaceIndex + 1;
}

function findWordEnd(text: string, end: number, position: number): number {
  const textBeforeEnd = text.slice(Math.max(end - 20, position + 1), end);
  const spaceIndex = textBeforeEnd.search(/\s\S*$/);
  return spaceIndex < 0 ? end : end - (textBeforeEnd.length - spaceIndex);
}
