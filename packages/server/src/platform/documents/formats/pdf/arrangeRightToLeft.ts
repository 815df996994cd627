import { minCellGap } from "./columnGaps.ts";
import type { Fragment } from "./readPageFragments.ts";

/**
 * Part of a line. `right`: written from right to left, in logical order. `left`: written from left to right. `number`:
 * figures, which are written from left to right, but belong to the direction around them. `neutral`: spaces and
 * punctuation.
 */
interface Token {
  text: string;
  direction: "right" | "left" | "number" | "neutral";
}

const rightLetterPattern = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const rightLettersPattern = new RegExp(rightLetterPattern.source, "gu");
const lettersPattern = /\p{L}/gu;
/** Matches words from right to left with what is between them, other words, figures, spaces, and single characters. */
const tokenPattern = new RegExp(
  `${rightLetterPattern.source}(?:\\P{L}*${rightLetterPattern.source})*\\p{M}*|\\p{L}[\\p{L}\\p{M}\\p{Nd}]*|[€$£₪]?\\p{Nd}+(?:[.,:/\\-–]\\p{Nd}+)*[%‰€$£₪]?|\\s+|.`,
  "gsu",
);

export const hasRightToLeftLetters = (text: string) => rightLetterPattern.test(text);

/**
 * Returns the text of a line that has letters of Arabic, Hebrew or a similar script, in the order in which it is read.
 * A PDF stores such a line as it looks, often letter by letter, so the order is inferred from the places of its parts:
 * the reverse of the Unicode bidirectional algorithm (UAX #9) for the cases that occur in running text. On a page that
 * is mainly in such a script, a line with more Latin letters also runs from right to left.
 */
export function arrangeRightToLeft(
  parts: readonly Fragment[],
  isRightToLeftPage: boolean,
): { text: string; isRightToLeft: boolean } {
  const tokens = toTokens(attachMarks(parts));
  const isRightToLeft = isRightToLeftPage || isMainlyRightToLeft(parts);
  const text = isRightToLeft ? arrangeRuns(tokens, "left") : arrangeRuns(tokens, "right");
  return { text: isRightToLeft ? matchBrackets(text) : text, isRightToLeft };
}

/** True if most letters belong to scripts that are written from right to left. */
export function isMainlyRightToLeft(parts: readonly Fragment[]): boolean {
  let rightCount = 0;
  let count = 0;
  for (const { text } of parts) {
    rightCount += text.match(rightLettersPattern)?.length ?? 0;
    count += text.match(lettersPattern)?.length ?? 0;
  }
  return rightCount * 2 > count;
}

/**
 * Puts the runs of the line's other direction into the order of the line. `inner`: that direction. Inside a run, the
 * tokens keep the order of their own direction.
 */
function arrangeRuns(tokens: readonly Token[], inner: "left" | "right"): string {
  const runs: string[] = [];
  let index = 0;
  while (index < tokens.length) {
    const end = findRunEnd(tokens, index, inner);
    const run = tokens.slice(index, end).map(({ text }) => text);
    // From left to right, tokens are already in order.
    runs.push((inner === "left" ? run : run.reverse()).join(""));
    index = end;
  }
  return (inner === "left" ? runs.reverse() : runs).join("");
}

/** A run starts and ends with a token of its direction, and figures between or after words belong to it. */
function findRunEnd(tokens: readonly Token[], start: number, inner: "left" | "right"): number {
  let end = start + 1;
  if (tokens[start]?.direction !== inner) return end;
  for (let index = end; index < tokens.length; index++) {
    const direction = tokens[index]?.direction;
    if (direction === inner || (inner === "left" && direction === "number")) end = index + 1;
    else if (direction !== "neutral" && direction !== "number") break;
  }
  return end;
}

/** Splits the parts of a line, from left to right, into tokens, with spaces where they are apart. */
function toTokens(parts: readonly Fragment[]): Token[] {
  const tokens: Token[] = [];
  let previous: Fragment | undefined;
  for (const part of [...parts].sort((a, b) => a.left - b.left)) {
    const gap = previous ? part.left - previous.right : 0;
    const size = Math.max(part.size, previous?.size ?? 0);
    const isSpaced = /\s$/.test(previous?.text ?? "") || /^\s/.test(part.text);
    if (gap > size * 0.17 && !isSpaced)
      tokens.push({ text: gap > size * minCellGap ? "  " : " ", direction: "neutral" });
    previous = part;
    // pdf.js has put the words of such a part into their order.
    if (part.isRightToLeft) tokens.push({ text: part.text, direction: "right" });
    else for (const [text] of part.text.matchAll(tokenPattern)) tokens.push({ text, direction: getDirection(text) });
  }
  return tokens;
}

function getDirection(text: string): Token["direction"] {
  if (hasRightToLeftLetters(text)) return "right";
  if (/\p{L}/u.test(text)) return "left";
  return /\p{Nd}/u.test(text) ? "number" : "neutral";
}

/** Joins vowel signs that are drawn as parts of their own with the letters that they stand above or below. */
function attachMarks(parts: readonly Fragment[]): Fragment[] {
  const bases = parts.filter(({ text }) => !/^\p{M}+$/u.test(text)).map((part) => ({ ...part }));
  for (const mark of parts) {
    if (!/^\p{M}+$/u.test(mark.text)) continue;
    const center = (mark.left + mark.right) / 2;
    const base = bases
      .filter(({ text }) => hasRightToLeftLetters(text))
      .sort((a, b) => getDistance(a, center) - getDistance(b, center))[0];
    if (!base) continue;
    const share = (base.right - center) / Math.max(base.right - base.left, 0.1);
    const letters = [...base.text];
    const position = Math.min(Math.max(1, Math.ceil(share * letters.length)), letters.length);
    base.text = letters.slice(0, position).join("") + mark.text + letters.slice(position).join("");
  }
  return bases;
}

const getDistance = ({ left, right }: Fragment, x: number) => (x < left ? left - x : x > right ? x - right : 0);

const mirrored: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
};

/** Some programs store brackets as they look in a line from right to left, so that they close before they open. */
function matchBrackets(text: string): string {
  let depth = 0;
  for (const character of text) {
    if ("([{".includes(character)) depth++;
    if (")]}".includes(character)) depth--;
    if (depth < 0) return text.replace(/[()[\]{}]/g, (bracket) => mirrored[bracket] ?? bracket);
  }
  return text;
}
