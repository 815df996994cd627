import { maskMath } from "@lectern/contract";
import remend from "remend";

/** Beyond these lengths an unclosed delimiter is shown as text, because it will probably never be closed. */
const maxTailCharacters = 4_000;
const maxHiddenCharacters = 600;

/** Closes the open syntax in the last section of a streaming text, so that incomplete syntax is not visible. */
export function completeOpenSection(raw: string): string {
  if (isInsideFence(raw)) return raw;
  const start = findTailStart(raw);
  const head = raw.slice(0, start);
  const tail = raw.slice(start);
  const trimmedTail = trimUnclosed(tail);
  // Trim again: an opening delimiter may have become the last character.
  const visibleTail = trimmedTail === tail ? tail : trimmedTail.replace(/[ \t]*(?:\*{1,3}|_{1,3}|~~|\[)?$/, "");
  if (visibleTail.length > maxTailCharacters) return head + visibleTail;
  return head + completeTable(head, completeText(visibleTail));
}

/** Returns the start of the last paragraph, list item, quote line or table row. Inline syntax ends at such a start. */
function findTailStart(raw: string): number {
  const blankLineIndex = raw.lastIndexOf("\n\n");
  let start = blankLineIndex === -1 ? 0 : blankLineIndex + 2;
  for (const match of raw.slice(start).matchAll(/\n[ \t]*(?=(?:[-+*>]|\d{1,9}[.)])[ \t]|\|)/g)) {
    if (match.index > 0) start = Math.max(start, (blankLineIndex === -1 ? 0 : blankLineIndex + 2) + match.index + 1);
  }
  return start;
}

function isInsideFence(raw: string): boolean {
  return ((raw.match(/^[ \t]*(?:[-+*>]|\d{1,9}[.)])?[ \t]*(?:`{3,}|~{3,})/gm)?.length ?? 0) & 1) === 1;
}

/** Returns `tail` up to an unclosed formula or image, which cannot be shown in part. */
function trimUnclosed(tail: string): string {
  const imageOffset = tail.lastIndexOf("![");
  if (imageOffset !== -1 && /^!\[[^\]]*(?:\](?:\([^)]*)?)?$/.test(tail.slice(imageOffset)))
    return tail.slice(0, imageOffset);
  for (const [open, close] of [
    ["$$", "$$"],
    ["\\[", "\\]"],
    ["\\(", "\\)"],
  ] as const) {
    const offset = findUnclosed(tail, open, close);
    if (offset !== -1 && tail.length - offset <= maxHiddenCharacters) return tail.slice(0, offset);
  }
  const dollarOffset = findOpenDollar(tail);
  if (dollarOffset !== -1) return tail.slice(0, dollarOffset);
  return tail.endsWith("\\") || tail.endsWith("$") ? tail.slice(0, -1) : tail;
}

/**
 * Returns the start of an unclosed formula in single dollars; -1 if there is none. The text after the dollar
 * distinguishes a formula from an amount of money.
 */
function findOpenDollar(tail: string): number {
  const offset = maskMath(tail).lastIndexOf("$");
  if (offset === -1 || tail.length - offset > maxHiddenCharacters || isInCode(tail.slice(0, offset))) return -1;
  if (/[\p{L}\p{N}$\\]$/u.test(tail.slice(0, offset))) return -1;
  return /^(?:[a-z]{1,2}|(?=[^\s\d])[^$]*[\\^_{}=][^$]*)$/i.test(tail.slice(offset + 1)) ? offset : -1;
}

function findUnclosed(text: string, open: string, close: string): number {
  let from = 0;
  for (;;) {
    const offset = text.indexOf(open, from);
    if (offset === -1) return -1;
    const end = text.indexOf(close, offset + open.length);
    if (end === -1) return isInCode(text.slice(0, offset)) ? -1 : offset;
    from = end + close.length;
  }
}

function isInCode(textBefore: string): boolean {
  return ((textBefore.match(/`+/g)?.length ?? 0) & 1) === 1;
}

function completeText(text: string): string {
  return remend(text, {
    linkMode: "text-only",
    comparisonOperators: false,
    singleTilde: false,
    katex: false,
  });
}

/** Adds or completes the delimiter row after a header row, which alone is not a table yet. */
function completeTable(head: string, tail: string): string {
  const rowMatch = /(?:^|\n)([ \t]*\|[^\n]*\n)$/.exec(head);
  // The space distinguishes a table from `|x|`, the absolute value.
  const isLoneRow = /^[ \t]*\|[ \t][^\n]*\n?$/.test(tail);
  if (isLoneRow && !rowMatch) return `${closeRow(tail)}\n${createDelimiterRow(closeRow(tail))}`;
  const textAbove = head.slice(0, head.length - (rowMatch?.[1]?.length ?? 0));
  if (rowMatch?.[1] && startsTable(textAbove) && /^[ \t]*\|[ \t:|-]*$/.test(tail))
    return createDelimiterRow(rowMatch[1]);
  return tail;
}

/** True if the line above the row cannot be part of the table. */
function startsTable(head: string): boolean {
  return !/\|[^\n]*\n$/.test(head);
}

function closeRow(row: string): string {
  const text = row.trimEnd();
  return text.endsWith("|") && text.trim().length > 1 ? text : `${text} |`;
}

function createDelimiterRow(row: string): string {
  const cellCount = row
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/).length;
  return `|${" --- |".repeat(cellCount)}`;
}
