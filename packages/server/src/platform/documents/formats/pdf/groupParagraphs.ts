import { type Line, orderLines } from "./orderLines.ts";
import type { Fragment } from "./readPageFragments.ts";

export interface Paragraph {
  text: string;
  /** Size of most of its letters. */
  size: number;
  font: string;
  lines: number;
  /** Baseline of its first line, in points from the top. */
  top: number;
}

/** Combines the fragments of a page into lines in reading order, and the lines into paragraphs. */
export function groupParagraphs(fragments: readonly Fragment[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const block of orderLines(fragments)) {
    const leading = medianLeading(block);
    const left = Math.min(...block.map((line) => line.left));
    const right = Math.max(...block.map((line) => line.right));
    let open: Line[] = [];
    for (const line of block) {
      const before = open.at(-1);
      if (before && startsParagraph(before, line, { leading, left, right })) {
        paragraphs.push(toParagraph(open));
        open = [];
      }
      open.push(line);
    }
    if (open.length > 0) paragraphs.push(toParagraph(open));
  }
  return paragraphs;
}

interface Block {
  leading: number;
  left: number;
  right: number;
}

const bullet = /^([•◦▪■●○‣⁃–—*-]|\(?[\da-z]{1,3}[.)])\s+\S/iu;

function startsParagraph(before: Line, line: Line, { leading, left, right }: Block): boolean {
  const gap = line.baseline - before.baseline;
  if (gap > leading * 1.3 + 0.5 || gap < -before.size) return true;
  if (Math.abs(line.size - before.size) > Math.max(line.size, before.size) * 0.12) return true;
  if (bullet.test(line.text)) return true;
  const width = right - left;
  // The previous line ended early, although the next word would have fit on it.
  const freeSpace = before.isRightToLeft ? before.left - left : right - before.right;
  const firstWord = (line.text.indexOf(" ") < 0 ? line.text.length : line.text.indexOf(" ")) * line.size * 0.5;
  if (freeSpace > firstWord + line.size && freeSpace > width * 0.15 && /[.:!?…)”"。！？]$/u.test(before.text))
    return true;
  const indent = line.isRightToLeft ? right - line.right : line.left - left;
  const indentBefore = before.isRightToLeft ? right - before.right : before.left - left;
  return indent > indentBefore + line.size * 0.8 && indent < line.size * 5 && /[.:!?…)”"。！？]$/u.test(before.text);
}

/** Line spacing of running text, in points. */
function medianLeading(lines: readonly Line[]): number {
  const gaps = lines
    .slice(1)
    .map((line, index) => line.baseline - (lines[index]?.baseline ?? 0))
    .filter((gap) => gap > 1)
    .sort((a, b) => a - b);
  const size = lines[0]?.size ?? 10;
  // The median, but at most double spacing, so that a list of headings does not become one paragraph.
  return Math.min(gaps[Math.floor(gaps.length / 2)] ?? size * 1.2, size * 2);
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u;

function toParagraph(lines: readonly Line[]): Paragraph {
  let text = "";
  for (const line of lines) text = joinLines(text, line.text);
  const main = lines.reduce((most, line) => (line.text.length > most.text.length ? line : most));
  return { text, size: main.size, font: main.font, lines: lines.length, top: lines[0]?.baseline ?? 0 };
}

/** Joins two lines. A hyphen before a lower-case letter is usually hyphenation, so it is removed. */
function joinLines(before: string, next: string): string {
  if (before === "") return next;
  if (/\p{L}[-\u00ad\u2010]$/u.test(before) && /^\p{Ll}/u.test(next)) return before.slice(0, -1) + next;
  if (unspaced.test(before.at(-1) ?? "") && unspaced.test(next[0] ?? "")) return before + next;
  return `${before} ${next}`;
}
