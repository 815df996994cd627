import { haveCommonGaps } from "./columnGaps.ts";
import { joinLines } from "./joinLines.ts";
import { type Line, orderLines } from "./orderLines.ts";
import type { Fragment } from "./readPageFragments.ts";

export interface Paragraph {
  text: string;
  /** Font size of the longest line, in points; 0 if unknown. */
  size: number;
  /** Font of the longest line. */
  font: string;
  /** Number of lines. */
  lines: number;
  /** Left edge, in points. */
  left: number;
  /** Baseline of the first line, in points from the top. */
  top: number;
}

/** Combines the fragments of a page into lines in reading order, and the lines into paragraphs. */
export function groupParagraphs(fragments: readonly Fragment[]): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  for (const block of orderLines(fragments)) {
    const leading = computeMedianLeading(block);
    const left = Math.min(...block.map((line) => line.left));
    const right = Math.max(...block.map((line) => line.right));
    let openLines: Line[] = [];
    for (const line of block) {
      const previous = openLines.at(-1);
      if (previous && startsParagraph(previous, line, { leading, left, right })) {
        paragraphs.push(toParagraph(openLines));
        openLines = [];
      }
      openLines.push(line);
    }
    if (openLines.length > 0) paragraphs.push(toParagraph(openLines));
  }
  return paragraphs;
}

interface BlockMetrics {
  leading: number;
  left: number;
  right: number;
}

const bulletPattern = /^([•◦▪■●○‣⁃–—*-]|\(?[\da-z]{1,3}[.)])\s+\S/iu;

function startsParagraph(previous: Line, line: Line, { leading, left, right }: BlockMetrics): boolean {
  const gap = line.baseline - previous.baseline;
  if (gap > leading * 1.3 + 0.5 || gap < -previous.size) return true;
  if (Math.abs(line.size - previous.size) > Math.max(line.size, previous.size) * 0.12) return true;
  if (bulletPattern.test(line.text)) return true;
  const width = right - left;
  // A sentence ended the previous line early, although this line's first word would have fit on it.
  const freeSpace = previous.isRightToLeft ? previous.left - left : right - previous.right;
  const firstWordWidth = (line.text.indexOf(" ") < 0 ? line.text.length : line.text.indexOf(" ")) * line.size * 0.5;
  if (freeSpace > firstWordWidth + line.size && freeSpace > width * 0.15 && /[.:!?…)”"。！？]$/u.test(previous.text))
    return true;
  const indent = line.isRightToLeft ? right - line.right : line.left - left;
  const previousIndent = previous.isRightToLeft ? right - previous.right : previous.left - left;
  return (
    indent > previousIndent + line.size * 0.8 && indent < line.size * 5 && /[.:!?…)”"。！？]$/u.test(previous.text)
  );
}

/** Returns the usual distance between the baselines of the lines, in points. */
function computeMedianLeading(lines: readonly Line[]): number {
  const gaps = lines
    .slice(1)
    .map((line, index) => line.baseline - (lines[index]?.baseline ?? 0))
    .filter((gap) => gap > 1)
    .sort((a, b) => a - b);
  const size = lines[0]?.size ?? 10;
  // The median, but at most double spacing, so that a list of headings does not become one paragraph.
  return Math.min(gaps[Math.floor(gaps.length / 2)] ?? size * 1.2, size * 2);
}

function toParagraph(lines: readonly Line[]): Paragraph {
  const rows = findRows(lines);
  // A line beside a row with three cells or more is the rest of a cell, or a caption.
  const isWideRow = (line: Line) => rows.has(line) && line.gaps.length > 1;
  let text = "";
  for (const [index, line] of lines.entries()) {
    const previous = lines[index - 1];
    const isSeparate =
      previous && (areRows(previous, line) || isWideRow(previous) || isWideRow(line) || previous.isRow !== line.isRow);
    text = isSeparate ? `${text}\n${line.text}` : joinLines(text, line.text);
  }
  const longestLine = lines.reduce((longest, line) => (line.text.length > longest.text.length ? line : longest));
  return {
    text,
    size: longestLine.size,
    font: longestLine.font,
    lines: lines.length,
    left: Math.min(...lines.map((line) => line.left)),
    top: lines[0]?.baseline ?? 0,
  };
}

/** Finds the rows of tables: lines with the same columns as the next or the previous line that has any. */
function findRows(lines: readonly Line[]): ReadonlySet<Line> {
  const rows = new Set<Line>();
  let previous: Line | undefined;
  for (const line of lines.filter(({ gaps }) => gaps.length > 0)) {
    if (previous && areRows(previous, line)) rows.add(previous).add(line);
    previous = line;
  }
  return rows;
}

function areRows(first: Line, second: Line): boolean {
  if (first.isRow && second.isRow) return true;
  return haveCommonGaps(first.gaps, second.gaps, Math.max(first.size, second.size)) || haveSameEdges(first, second);
}

/** In points. */
const maxEdgeDifference = 0.5;

/**
 * True if all parts of two lines stand below each other, as in the narrow columns of a table. Words that are drawn one by
 * one do not.
 */
function haveSameEdges(first: Line, second: Line): boolean {
  if (first.parts.length < 2 || first.parts.length !== second.parts.length) return false;
  return (["left", "right"] as const).some((side) => {
    const edges = listEdges(second, side);
    return listEdges(first, side).every((edge, index) => Math.abs(edge - (edges[index] ?? 0)) < maxEdgeDifference);
  });
}

const listEdges = ({ parts }: Line, side: "left" | "right") => parts.map((part) => part[side]).sort((a, b) => a - b);
