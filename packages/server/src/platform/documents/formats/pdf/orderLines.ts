import type { Fragment } from "./pageFragments.ts";

/** What stands on one line of a column. */
export interface Line extends Fragment {}

/** Lines that belong together, from the top. */
export type Block = Line[];

/** Regions within regions. */
const deepest = 12;

/**
 * The lines of a page in reading order: the page is cut at the wide empty bands between its columns and blocks, again and again (recursive XY cut,
 * Nagy and Seth 1984). Columns of a table are not taken apart: their cells stand on common lines.
 */
export function orderLines(fragments: readonly Fragment[]): Block[] {
  const segments = toSegments(fragments);
  const blocks: Block[] = [];
  cut(segments, 0, blocks);
  return blocks;
}

function cut(segments: readonly Fragment[], depth: number, blocks: Block[]): void {
  if (segments.length === 0) return;
  if (depth < deepest && segments.length > 3) {
    const columns = cutColumns(segments);
    if (columns) {
      for (const column of columns) cut(column, depth + 1, blocks);
      return;
    }
    const bands = cutBands(segments);
    if (bands) {
      for (const band of bands) cut(band, depth + 1, blocks);
      return;
    }
  }
  blocks.push(toLines(segments));
}

/** Joins neighbours on one line, in the order in which they were drawn, unless a gap as between columns is between them. */
function toSegments(fragments: readonly Fragment[]): Fragment[] {
  const segments: Fragment[] = [];
  for (const fragment of fragments) {
    const last = segments.at(-1);
    const joined = last ? join(last, fragment, 1) : null;
    if (joined) segments[segments.length - 1] = joined;
    else segments.push(fragment);
  }
  return segments;
}

/** Two parts of a line as one; null: they stand on different lines, or further apart than `most` times their size. */
function join(a: Fragment, b: Fragment, most: number): Fragment | null {
  const size = Math.max(a.size, b.size);
  if (Math.abs(a.baseline - b.baseline) > size * 0.45) return null;
  const [first, second] = a.isRightToLeft && b.isRightToLeft ? [b, a] : [a, b];
  const gap = second.left - first.right;
  if (gap > size * most || gap < -size * 0.8) return null;
  const isSpaced = gap > size * 0.17 && !/\s$/.test(a.text) && !/^\s/.test(b.text);
  const main = b.text.length > a.text.length ? b : a;
  return {
    ...main,
    text: a.text + (gap > size * 1.5 ? "  " : isSpaced ? " " : "") + b.text,
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    order: Math.min(a.order, b.order),
  };
}

/** All parts of each line, from left to right or from right to left. */
function toLines(segments: readonly Fragment[]): Line[] {
  const sorted = [...segments].sort((a, b) => a.baseline - b.baseline);
  const rows: Fragment[][] = [];
  for (const segment of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && Math.abs(first.baseline - segment.baseline) <= Math.max(first.size, segment.size) * 0.45)
      row.push(segment);
    else rows.push([segment]);
  }
  return rows.map((row) => {
    const rightToLeft = row.filter((part) => part.isRightToLeft).length * 2 > row.length;
    const ordered = row.sort((a, b) => (rightToLeft ? b.right - a.right : a.left - b.left));
    return ordered.reduce((line, part) => join(line, part, Number.POSITIVE_INFINITY) ?? beside(line, part));
  });
}

/** Parts that overlap: one was drawn over the other. */
function beside(a: Fragment, b: Fragment): Fragment {
  return { ...a, text: `${a.text} ${b.text}`, left: Math.min(a.left, b.left), right: Math.max(a.right, b.right) };
}

/** Bands that are tried, the widest first. */
const mostBands = 8;

/** Parts on both sides of the widest empty upright band with columns on both sides. */
function cutColumns(segments: readonly Fragment[]): [Fragment[], Fragment[]] | null {
  const size = medianSize(segments);
  const sorted = [...segments].sort((a, b) => a.left - b.left);
  const bands: { at: number; width: number }[] = [];
  let right = Number.POSITIVE_INFINITY;
  for (const segment of sorted) {
    const width = segment.left - right;
    if (width > size * 0.8) bands.push({ at: right + width / 2, width });
    right = right === Number.POSITIVE_INFINITY ? segment.right : Math.max(right, segment.right);
  }
  const rightToLeft = segments.filter((segment) => segment.isRightToLeft).length * 2 > segments.length;
  for (const { at } of bands.sort((a, b) => b.width - a.width).slice(0, mostBands)) {
    const first = segments.filter((segment) => segment.right <= at);
    const second = segments.filter((segment) => segment.left >= at);
    if (areColumns(first, second, size)) return rightToLeft ? [second, first] : [first, second];
  }
  return null;
}

/**
 * Columns of running text are drawn one after the other, or hold words that fill them; those of a table are drawn row by row and hold cells, most of
 * them short and with a neighbour on their line.
 */
function areColumns(first: readonly Fragment[], second: readonly Fragment[], size: number): boolean {
  const [few, many] = first.length < second.length ? [first, second] : [second, first];
  if (few.length < 2) return false;
  const facing = few.filter((a) => many.some((b) => Math.abs(a.baseline - b.baseline) < size * 0.25)).length;
  const letters = Math.min(medianLength(first), medianLength(second));
  if (facing / few.length <= 0.7) return letters > 5;
  if (few.length > 5 && changesOfSide(first, second) <= 2) return true;
  return Math.min(fillOf(first), fillOf(second)) > 0.6 && letters > 22;
}

/** How often the drawing went from one side to the other. */
function changesOfSide(first: readonly Fragment[], second: readonly Fragment[]): number {
  const drawn = [...first.map(({ order }) => ({ order, side: 1 })), ...second.map(({ order }) => ({ order, side: 2 }))];
  drawn.sort((a, b) => a.order - b.order);
  return drawn.filter(({ side }, index) => index > 0 && side !== drawn[index - 1]?.side).length;
}

/** How much of a column's width its lines take, in the median. */
function fillOf(column: readonly Fragment[]): number {
  const width = Math.max(...column.map((part) => part.right)) - Math.min(...column.map((part) => part.left));
  return median(column.map((part) => part.right - part.left)) / Math.max(width, 1);
}

function medianLength(column: readonly Fragment[]): number {
  return median(column.map((part) => part.text.length));
}

function medianSize(segments: readonly Fragment[]): number {
  return median(segments.map(({ size }) => size));
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Parts above and below the empty bands that are wider than the usual distance of lines. */
function cutBands(segments: readonly Fragment[]): Fragment[][] | null {
  const sorted = [...segments].sort((a, b) => a.baseline - b.baseline);
  const gaps = sorted
    .slice(1)
    .map((segment, index) => segment.baseline - segment.size - (sorted[index]?.baseline ?? 0));
  const widest = Math.max(...gaps);
  const size = medianSize(segments);
  if (!(widest > size * 0.6)) return null;
  const bands: Fragment[][] = [[]];
  for (const [index, segment] of sorted.entries()) {
    if (index > 0 && (gaps[index - 1] ?? 0) >= widest * 0.6) bands.push([]);
    bands.at(-1)?.push(segment);
  }
  return bands.length > 1 ? bands : null;
}
