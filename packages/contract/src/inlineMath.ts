// Formulas in markdown, as the browser draws them and documents get them.

/** A formula at the start of a text: `raw` with its delimiters, `tex` without. */
export interface MathMatch {
  raw: string;
  tex: string;
  isDisplay: boolean;
}

/** Longer than any formula of one line of text; a bound on how far a lone delimiter is followed. */
const maxFormulaLength = 4_000;
const delimiters = [
  { open: "$$", close: "$$", isDisplay: true },
  { open: "\\[", close: "\\]", isDisplay: true },
  { open: "\\(", close: "\\)", isDisplay: false },
] as const;

/** The formula that `text` begins with; `before` is the character in front of it, or "". */
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
 * `$x$`, by Pandoc's rule (no space inside the dollars, no digit after them) and two more that keep money money: no letter
 * or digit touches the dollars from outside, and no amount is followed by words.
 */
function matchDollars(text: string, before: string): MathMatch | null {
  if (!text.startsWith("$") || /[\p{L}\p{N}$\\]/u.test(before)) return null;
  const match = /^\$((?:\\[\s\S]|[^$\\\n]|\n(?![ \t]*\n))+?)\$(?![\p{L}\p{N}$])/u.exec(text.slice(0, maxFormulaLength));
  const tex = match?.[1] ?? "";
  if (!match || /^\s|\s$/.test(tex) || isAmountInWords(tex)) return null;
  return { raw: match[0], tex, isDisplay: false };
}

function isAmountInWords(tex: string): boolean {
  return /^\d/.test(tex) && !tex.includes("\\") && /[\s,;]\p{L}{2,}/u.test(tex);
}

/** The block formula that `text` begins with: its delimiters stand alone before and behind it. */
export function matchBlockMath(text: string): MathMatch | null {
  const opener = /^ {0,3}(\$\$|\\\[)/.exec(text);
  if (!opener) return null;
  const found = matchInlineMath(text.slice(opener[0].length - 2), "");
  if (!found || /\n[ \t]*\n/.test(found.tex)) return null;
  const rest = text.slice(opener[0].length - 2 + found.raw.length);
  const tail = /^[ \t]*(?:\n|$)/.exec(rest);
  return tail ? { ...found, raw: text.slice(0, text.length - rest.length + tail[0].length) } : null;
}

/** `text` with every formula blotted out, same length: so that a `*` in one is no emphasis. */
export function maskMath(text: string): string {
  let masked = "";
  let done = 0;
  const candidate = /`+|\\[\s\S]|\$/g;
  for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
    if (match[0].startsWith("`")) {
      const close = text.indexOf(match[0], candidate.lastIndex);
      if (close !== -1) candidate.lastIndex = close + match[0].length;
      continue;
    }
    const math = matchInlineMath(text.slice(match.index), text.charAt(match.index - 1));
    if (!math) continue;
    masked += text.slice(done, match.index) + "a".repeat(math.raw.length);
    done = match.index + math.raw.length;
    candidate.lastIndex = done;
  }
  return done === 0 ? text : masked + text.slice(done);
}
