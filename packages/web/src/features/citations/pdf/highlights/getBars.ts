import type { Highlight } from "./getHighlights.ts";

/** The edge of lines that follow each other, as shares of the page's width and height from the top left. */
export type Bar = Pick<Highlight, "left" | "top" | "height">;

/** The largest gap between two lines of a paragraph or between paragraphs, in heights of a line. */
const maxGap = 2;

/** Returns a bar beside each block of lines: another column, or text after a large gap, begins a new block. */
export function getBars(highlights: readonly Highlight[]): Bar[] {
  const blocks: Highlight[] = [];
  let last: Highlight | null = null;
  for (const line of highlights.filter(({ isKey }) => !isKey)) {
    const block = blocks.at(-1);
    if (block && last && (isSameRow(last, line) || isNear(block, line))) extend(block, line);
    else blocks.push({ ...line });
    last = line;
  }
  return blocks.map(({ left, top, height }) => ({ left, top, height }));
}

function extend(block: Highlight, line: Highlight): void {
  const right = Math.max(block.left + block.width, line.left + line.width);
  const bottom = Math.max(block.top + block.height, line.top + line.height);
  block.left = Math.min(block.left, line.left);
  block.top = Math.min(block.top, line.top);
  block.width = right - block.left;
  block.height = bottom - block.top;
}

function isSameRow(a: Highlight, b: Highlight): boolean {
  return Math.abs(a.top + a.height / 2 - (b.top + b.height / 2)) < Math.min(a.height, b.height) / 2;
}

/** True if the line is in the column of the block, and right below or above it or beside its lines. */
function isNear(block: Highlight, line: Highlight): boolean {
  const isInColumn = line.left < block.left + block.width && block.left < line.left + line.width;
  const gap = Math.max(line.top - (block.top + block.height), block.top - (line.top + line.height));
  return isInColumn && gap < line.height * maxGap;
}
