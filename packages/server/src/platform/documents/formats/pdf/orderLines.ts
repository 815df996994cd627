import { separateFractions } from "../raisedText.ts";
import { arrangeRightToLeft, hasRightToLeftLetters, isMainlyRightToLeft } from "./arrangeRightToLeft.ts";
import { findGaps, type Gap, minCellGap } from "./columnGaps.ts";
import { markScript } from "./markScript.ts";
import type { Fragment } from "./readPageFragments.ts";
import { formatTableRows } from "./tableRows.ts";

/** The text on one line of a column. */
export interface Line extends Fragment {
  /** The gaps that may separate the cells of a table. */
  gaps: readonly Gap[];
  /** The fragments of which it consists. */
  parts: readonly Fragment[];
  /** True if it is a row of a table. */
  isRow?: boolean;
}

/** Fragments that are joined, because no column can begin between them. */
interface Segment extends Fragment {
  /** The joined fragments. Joining adds to the list of the first segment, because copying it takes long. */
  parts: Fragment[];
}

/** Lines that belong together, from top to bottom. */
export type Block = Line[];

/** Maximum depth of the recursion. A deeper region is not split. */
const maxDepth = 12;

/**
 * Orders the lines of a page for reading. Splits the page recursively at the widest empty bands between columns and
 * between blocks (recursive XY cut, Nagy and Seth 1984). The columns of a table are not separated; see `areColumns`.
 */
export function orderLines(fragments: readonly Fragment[]): Block[] {
  const blocks: Segment[][] = [];
  splitRegion(toSegments(fragments), 0, blocks);
  const isRightToLeftPage = isMainlyRightToLeft(fragments);
  const lines = blocks.map((block) => toLines(block, isRightToLeftPage));
  const rowTexts = formatTableRows(lines.flat(), isRightToLeftPage, (parts) => joinParts(parts, isRightToLeftPage));
  return lines.map((block) =>
    block.flatMap((line) => {
      const text = rowTexts.get(line);
      if (text === undefined) return [line];
      return text === null ? [] : [{ ...line, text, isRow: true }];
    }),
  );
}

function splitRegion(segments: Segment[], depth: number, blocks: Segment[][]): void {
  if (segments.length === 0) return;
  if (depth < maxDepth && segments.length > 3) {
    const columns = splitColumns(segments);
    if (columns) {
      for (const column of columns) splitRegion(column, depth + 1, blocks);
      return;
    }
    const bands = splitBands(segments);
    if (bands) {
      for (const band of bands) splitRegion(band, depth + 1, blocks);
      return;
    }
  }
  blocks.push(segments);
}

/**
 * Joins fragments that are adjacent in drawing order and on a line, unless the gap between them may separate columns.
 */
function toSegments(fragments: readonly Fragment[]): Segment[] {
  const segments: Segment[] = [];
  for (const fragment of fragments) {
    const segment = { ...fragment, parts: [fragment] };
    const last = segments.at(-1);
    const joinedSegment = last ? joinSegments(last, segment, 1) : null;
    if (joinedSegment) segments[segments.length - 1] = joinedSegment;
    else segments.push(segment);
  }
  return segments;
}

/**
 * Joins two parts of a line. Null if they are on different lines, overlap too much, or are further apart than `maxGap`
 * times the font size.
 */
function joinSegments(a: Segment, b: Segment, maxGap: number): Segment | null {
  const size = Math.max(a.size, b.size);
  if (Math.abs(a.baseline - b.baseline) > size * 0.45) return null;
  // Parts of a line from right to left are drawn in either direction.
  const isReversed = (a.isRightToLeft || b.isRightToLeft) && b.left < a.left;
  const [first, second] = isReversed ? [b, a] : [a, b];
  const gap = second.left - first.right;
  if (gap > size * maxGap || gap < -size * 0.8) return null;
  const script = markScript(first, second, gap);
  if (script) return joinScript(a, b, script);
  const isSpaced = gap > size * 0.17 && !/\s$/.test(a.text) && !/^\s/.test(b.text);
  const longerSegment = b.text.length > a.text.length ? b : a;
  a.parts.push(...b.parts);
  return {
    ...longerSegment,
    text: a.text + (gap > size * minCellGap ? "  " : isSpaced ? " " : "") + b.text,
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    order: Math.min(a.order, b.order),
    parts: a.parts,
  };
}

/** Joins raised or lowered text with the text beside it, which determines the place of both. */
function joinScript(a: Segment, b: Segment, { part }: { part: Fragment }): Segment {
  const isScriptFirst = a.size < b.size;
  const main = isScriptFirst ? b : a;
  main.parts.push(part);
  return {
    ...main,
    text: isScriptFirst ? part.text + b.text : separateFractions(a.text + part.text),
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    order: Math.min(a.order, b.order),
  };
}

/** Joins the parts of each line in its reading direction. The lines are ordered from top to bottom. */
function toLines(segments: readonly Segment[], isRightToLeftPage: boolean): Line[] {
  const sortedSegments = [...segments].sort((a, b) => a.baseline - b.baseline);
  const rows: Segment[][] = [];
  for (const segment of sortedSegments) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(first.baseline - segment.baseline) <= Math.max(first.size, segment.size) * 0.45)
      row.push(segment);
    else rows.push([segment]);
  }
  return rows.map((row) => {
    const gaps = findGaps(row);
    const line = joinLine(row);
    return hasRightToLeftLetters(line.text)
      ? { ...line, ...arrangeRightToLeft(line.parts, isRightToLeftPage), gaps }
      : { ...line, gaps };
  });
}

const joinLine = (segments: Segment[]): Segment =>
  segments
    .sort((a, b) => a.left - b.left)
    .reduce((start, part) => joinSegments(start, part, Number.POSITIVE_INFINITY) ?? concatenate(start, part));

/** Returns the text of parts of a line. */
function joinParts(parts: readonly Fragment[], isRightToLeftPage: boolean): string {
  const { text } = joinLine(parts.map((part) => ({ ...part, parts: [part] })));
  return hasRightToLeftLetters(text) ? arrangeRightToLeft(parts, isRightToLeftPage).text : text;
}

/** Joins parts that `joinSegments` rejects, for example because one was drawn over the other. */
function concatenate(a: Segment, b: Segment): Segment {
  a.parts.push(...b.parts);
  return {
    ...a,
    text: `${a.text} ${b.text}`,
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
  };
}

/** Maximum number of bands to try, widest first. */
const maxBands = 8;

/** Splits at the widest empty vertical band that separates columns of text; null if there is none. */
function splitColumns(segments: readonly Segment[]): [Segment[], Segment[]] | null {
  const size = computeMedianSize(segments);
  const sortedSegments = [...segments].sort((a, b) => a.left - b.left);
  const bands: { at: number; width: number }[] = [];
  let right = Number.POSITIVE_INFINITY;
  for (const segment of sortedSegments) {
    const width = segment.left - right;
    if (width > size * 0.8) bands.push({ at: right + width / 2, width });
    right = right === Number.POSITIVE_INFINITY ? segment.right : Math.max(right, segment.right);
  }
  const isRightToLeft = segments.filter((segment) => segment.isRightToLeft).length * 2 > segments.length;
  for (const { at } of bands.sort((a, b) => b.width - a.width).slice(0, maxBands)) {
    const first = segments.filter((segment) => segment.right <= at);
    const second = segments.filter((segment) => segment.left >= at);
    if (areColumns(first, second, size)) return isRightToLeft ? [second, first] : [first, second];
  }
  return null;
}

/**
 * Distinguishes columns of running text from columns of a table. Text columns are drawn one after the other, or their
 * words fill the width. A table is drawn row by row, and most of its cells are short and have a neighbour on the same
 * line.
 */
function areColumns(first: readonly Segment[], second: readonly Segment[], size: number): boolean {
  const [smallerColumn, largerColumn] = first.length < second.length ? [first, second] : [second, first];
  if (smallerColumn.length < 2) return false;
  const facingCount = smallerColumn.filter((a) =>
    largerColumn.some((b) => Math.abs(a.baseline - b.baseline) < size * 0.25),
  ).length;
  const medianTextLength = Math.min(computeMedianLength(first), computeMedianLength(second));
  if (facingCount / smallerColumn.length <= 0.7) return medianTextLength > 5;
  if (smallerColumn.length > 5 && countSideChanges(first, second) <= 2) return true;
  return Math.min(computeMedianFillRatio(first), computeMedianFillRatio(second)) > 0.6 && medianTextLength > 22;
}

/** Counts how often the drawing order changes between the two columns. */
function countSideChanges(first: readonly Segment[], second: readonly Segment[]): number {
  const fragmentsInDrawingOrder = [
    ...first.map(({ order }) => ({ order, side: 1 })),
    ...second.map(({ order }) => ({ order, side: 2 })),
  ];
  fragmentsInDrawingOrder.sort((a, b) => a.order - b.order);
  return fragmentsInDrawingOrder.filter(
    ({ side }, index) => index > 0 && side !== fragmentsInDrawingOrder[index - 1]?.side,
  ).length;
}

/** Returns the median width of the column's lines as a share of the column's width. */
function computeMedianFillRatio(column: readonly Segment[]): number {
  const width = Math.max(...column.map((part) => part.right)) - Math.min(...column.map((part) => part.left));
  return computeMedian(column.map((part) => part.right - part.left)) / Math.max(width, 1);
}

function computeMedianLength(column: readonly Segment[]): number {
  return computeMedian(column.map((part) => part.text.length));
}

function computeMedianSize(segments: readonly Segment[]): number {
  return computeMedian(segments.map(({ size }) => size));
}

function computeMedian(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Splits at the tallest empty horizontal bands and those almost as tall; null if all are as low as line spacing. */
function splitBands(segments: readonly Segment[]): Segment[][] | null {
  const sortedSegments = [...segments].sort((a, b) => a.baseline - b.baseline);
  const gaps = sortedSegments
    .slice(1)
    .map((segment, index) => segment.baseline - segment.size - (sortedSegments[index]?.baseline ?? 0));
  const tallestGap = Math.max(...gaps);
  const size = computeMedianSize(segments);
  if (!(tallestGap > size * 0.6)) return null;
  const bands: Segment[][] = [[]];
  for (const [index, segment] of sortedSegments.entries()) {
    if (index > 0 && (gaps[index - 1] ?? 0) >= tallestGap * 0.6) bands.push([]);
    bands.at(-1)?.push(segment);
  }
  return bands.length > 1 ? bands : null;
}
