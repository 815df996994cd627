// Finds formulas in Markdown, for the browser's rendering and for exported documents.

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
  const opener = /^ {0,3}(\$\$|\\\[)/.exec(text);
  if (!opener) return null;
  const mathMatch = matchInlineMath(text.slice(opener[0].length - 2), "");
  if (!mathMatch || /\n[ \t]*\n/.test(mathMatch.tex)) return null;
  const rest = text.slice(opener[0].length - 2 + mathMatch.raw.length);
  const tail = /^[ \t]*(?:\n|$)/.exec(rest);
  return tail ? { ...mathMatch, raw: text.slice(0, text.length - rest.length + tail[0].length) } : null;
}

/**
 * Replaces every formula outside code spans by letters of the same length, so that a `*` inside a formula is not parsed
 * as emphasis.
 */
export function maskMath(text: string): string {
  let masked = "";
  let maskedTo = 0;
  const candidate = /`+|\\[\s\S]|\$/g;
  for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
    if (match[0].startsWith("`")) {
      const close = text.indexOf(match[0], candidate.lastIndex);
      if (close !== -1) candidate.lastIndex = close + match[0].length;
      continue;
    }
    const math = matchInlineMath(text.slice(match.index), text.charAt(match.index - 1));
    if (!math) continue;
    masked += text.slice(maskedTo, match.index) + "a".repeat(math.raw.length);
    maskedTo = match.index + math.raw.length;
    candidate.lastIndex = maskedTo;
  }
  return maskedTo === 0 ? text : masked + text.slice(maskedTo);
}
