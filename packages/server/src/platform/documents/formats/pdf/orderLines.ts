import { findGaps, type Gap, minCellGap } from "./columnGaps.ts";
import type { Fragment } from "./readPageFragments.ts";

/** The text on one line of a column. */
export interface Line extends Fragment {
  /** The gaps that may separate the cells of a table. */
  gaps: readonly Gap[];
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
  const segments = toSegments(fragments);
  const blocks: Block[] = [];
  splitRegion(segments, 0, blocks);
  return blocks;
}

function splitRegion(segments: readonly Fragment[], depth: number, blocks: Block[]): void {
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
  blocks.push(toLines(segments));
}

/**
 * Joins fragments that are adjacent in drawing order and on a line, unless the gap between them may separate columns.
 */
function toSegments(fragments: readonly Fragment[]): Fragment[] {
  const segments: Fragment[] = [];
  for (const fragment of fragments) {
    const last = segments.at(-1);
    const joinedFragment = last ? joinFragments(last, fragment, 1) : null;
    if (joinedFragment) segments[segments.length - 1] = joinedFragment;
    else segments.push(fragment);
  }
  return segments;
}

/**
 * Joins two parts of a line. Null if they are on different lines, overlap too much, or are further apart than `maxGap`
 * times the font size.
 */
function joinFragments(a: Fragment, b: Fragment, maxGap: number): Fragment | null {
  const size = Math.max(a.size, b.size);
  if (Math.abs(a.baseline - b.baseline) > size * 0.45) return null;
  const [first, second] = a.isRightToLeft && b.isRightToLeft ? [b, a] : [a, b];
  const gap = second.left - first.right;
  if (gap > size * maxGap || gap < -size * 0.8) return null;
  const isSpaced = gap > size * 0.17 && !/\s$/.test(a.text) && !/^\s/.test(b.text);
  const longerFragment = b.text.length > a.text.length ? b : a;
  return {
    ...longerFragment,
    text: a.text + (gap > size * minCellGap ? "  " : isSpaced ? " " : "") + b.text,
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    order: Math.min(a.order, b.order),
  };
}

/** Joins the parts of each line in its reading direction. The lines are ordered from top to bottom. */
function toLines(segments: readonly Fragment[]): Line[] {
  const sortedSegments = [...segments].sort((a, b) => a.baseline - b.baseline);
  const rows: Fragment[][] = [];
  for (const segment of sortedSegments) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(first.baseline - segment.baseline) <= Math.max(first.size, segment.size) * 0.45)
      row.push(segment);
    else rows.push([segment]);
  }
  return rows.map((row) => {
    const isRightToLeft = row.filter((part) => part.isRightToLeft).length * 2 > row.length;
    const orderedRow = row.sort((a, b) => (isRightToLeft ? b.right - a.right : a.left - b.left));
    const line = orderedRow.reduce(
      (start, part) => joinFragments(start, part, Number.POSITIVE_INFINITY) ?? concatenate(start, part),
    );
    return { ...line, gaps: findGaps(row) };
  });
}

/** Joins parts that `joinFragments` rejects, for example because one was drawn over the other. */
function concatenate(a: Fragment, b: Fragment): Fragment {
  return { ...a, text: `${a.text} ${b.text}`, left: Math.min(a.left, b.left), right: Math.max(a.right, b.right) };
}

/** Maximum number of bands to try, widest first. */
const maxBands = 8;

/** Splits at the widest empty vertical band that separates columns of text; null if there is none. */
function splitColumns(segments: readonly Fragment[]): [Fragment[], Fragment[]] | null {
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
function areColumns(first: readonly Fragment[], second: readonly Fragment[], size: number): boolean {
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
function countSideChanges(first: readonly Fragment[], second: readonly Fragment[]): number {
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
function computeMedianFillRatio(column: readonly Fragment[]): number {
  const width = Math.max(...column.map((part) => part.right)) - Math.min(...column.map((part) => part.left));
  return computeMedian(column.map((part) => part.right - part.left)) / Math.max(width, 1);
}

function computeMedianLength(column: readonly Fragment[]): number {
  return computeMedian(column.map((part) => part.text.length));
}

function computeMedianSize(segments: readonly Fragment[]): number {
  return computeMedian(segments.map(({ size }) => size));
}

function computeMedian(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Splits at the tallest empty horizontal bands and those almost as tall; null if all are as low as line spacing. */
function splitBands(segments: readonly Fragment[]): Fragment[][] | null {
  const sortedSegments = [...segments].sort((a, b) => a.baseline - b.baseline);
  const gaps = sortedSegments
    .slice(1)
    .map((segment, index) => segment.baseline - segment.size - (sortedSegments[index]?.baseline ?? 0));
  const tallestGap = Math.max(...gaps);
  const size = computeMedianSize(segments);
  if (!(tallestGap > size * 0.6)) return null;
  const bands: Fragment[][] = [[]];
  for (const [index, segment] of sortedSegments.entries()) {
    if (index > 0 && (gaps[index - 1] ?? 0) >= tallestGap * 0.6) bands.push([]);
    bands.at(-1)?.push(segment);
  }
  return bands.length > 1 ? bands : null;
}
