// Finds formulas in Markdown, for the browser's rendering and for exported documents.
import { findLastBackticks } from "./lastBackticks.ts";

/**
 * A formula at the start of a string. `tex` is the part between the delimiters, `raw` the whole formula; for a block
 * formula with the indentation and the line break.
 */
export interface MathMatch {
  raw: string;
  tex: string;
  isDisplay: boolean;
}

/**
 * Maximum length of a formula with its delimiters. It bounds the search for the closing delimiter; no real formula is
 * longer.
 */
const maxFormulaLength = 4_000;
const delimiters = [
  { open: "$$", close: "$$", isDisplay: true },
  { open: "\\[", close: "\\]", isDisplay: true },
  { open: "\\(", close: "\\)", isDisplay: false },
] as const;

/** Returns the formula at the start of `text`, or null. `before` is the character in front of `text`, or "". */
export function matchInlineMath(text: string, before: string): MathMatch | null {
  for (const { open, close, isDisplay } of delimiters) {
    if (!text.startsWith(open)) continue;
    const end = text.slice(0, maxFormulaLength).indexOf(close, open.length);
    const tex = end === -1 ? "" : text.slice(open.length, end).trim();
    return tex === "" ? null : { raw: text.slice(0, end + close.length), tex, isDisplay };
  }
  return matchDollars(text, before);
}

/**
 * Matches `$x$` by Pandoc's rule (no white space just inside the dollar signs, no digit after them) and two rules that
 * exclude amounts of money: no letter, digit or dollar sign is directly before or after the formula, and the content is
 * not a number followed by words.
 */
function matchDollars(text: string, before: string): MathMatch | null {
  if (!text.startsWith("$") || /[\p{L}\p{N}$\\]/u.test(before)) return null;
  const match = /^\$((?:\\[\s\S]|[^$\\\n]|\n(?![ \t]*\n))+?)\$(?![\p{L}\p{N}$])/u.exec(text.slice(0, maxFormulaLength));
  const tex = match?.[1] ?? "";
  if (!match || /^\s|\s$/.test(tex) || isAmountWithWords(tex)) return null;
  return { raw: match[0], tex, isDisplay: false };
}

function isAmountWithWords(tex: string): boolean {
  return /^\d/.test(tex) && !tex.includes("\\") && /[\s,;]\p{L}{2,}/u.test(tex);
}

/**
 * Returns the block formula (`$$…$$` or `\[…\]`) at the start of `text`, or null. Nothing else may
 * be on the lines of its delimiters, and it contains no blank line.
 */
export function matchBlockMath(text: string): MathMatch | null {
  const openerMatch = /^ {0,3}(\$\$|\\\[)/.exec(text);
  if (!openerMatch) return null;
  const mathMatch = matchInlineMath(text.slice(openerMatch[0].length - 2), "");
  if (!mathMatch || /\n[ \t]*\n/.test(mathMatch.tex)) return null;
  const rest = text.slice(openerMatch[0].length - 2 + mathMatch.raw.length);
  const lineEndMatch = /^[ \t]*(?:\n|$)/.exec(rest);
  return lineEndMatch ? { ...mathMatch, raw: text.slice(0, text.length - rest.length + lineEndMatch[0].length) } : null;
}

/**
 * Replaces every formula outside code spans by letters of the same length, so that a `*` inside a formula is not parsed
 * as emphasis.
 */
export function maskMath(text: string): string {
  return replaceMath(text, ({ raw }) => "a".repeat(raw.length));
}

/** Replaces every formula outside code spans by what `replace` returns for it. */
export function replaceMath(text: string, replace: (formula: MathMatch) => string): string {
  let replaced = "";
  let replacedEnd = 0;
  const lastBackticks = findLastBackticks(text);
  const candidatePattern = /`+|\\[\s\S]|\$/g;
  for (let match = candidatePattern.exec(text); match; match = candidatePattern.exec(text)) {
    if (match[0].startsWith("`")) {
      const isClosed = (lastBackticks.get(match[0].length) ?? -1) >= candidatePattern.lastIndex;
      if (isClosed) candidatePattern.lastIndex = text.indexOf(match[0], candidatePattern.lastIndex) + match[0].length;
      continue;
    }
    const mathMatch = matchInlineMath(text.slice(match.index), text.charAt(match.index - 1));
    if (!mathMatch) continue;
    replaced += text.slice(replacedEnd, match.index) + replace(mathMatch);
    replacedEnd = match.index + mathMatch.raw.length;
    candidatePattern.lastIndex = replacedEnd;
  }
  return replacedEnd === 0 ? text : replaced + text.slice(replacedEnd);
}
