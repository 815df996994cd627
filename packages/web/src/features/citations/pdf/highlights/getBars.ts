import type { Highlight } from "./getHighlights.ts";

/** The edge of lines that follow each other, as shares of the page's width and height from the top left. */
export type Bar = Pick<Highlight, "left" | "top" | "height">;

/** The largest gap between two lines of a paragraph or between paragraphs, in heights of a line. */
const maxGap = 2;

/** Returns a bar beside each block of lines: another column, or text after a large gap, begins a new block. */
export function getBars(highlights: readonly Highlight[]): Bar[] {
  const bars: Bar[] = [];
  let last: Highlight | null = null;
  for (const line of highlights.filter(({ isKey }) => !isKey)) {
    const bar = bars.at(-1);
    if (bar && last && (isSameRow(last, line) || isBelow(last, line))) {
      const bottom = Math.max(bar.top + bar.height, line.top + line.height);
      bar.left = Math.min(bar.left, line.left);
      bar.top = Math.min(bar.top, line.top);
      bar.height = bottom - bar.top;
    } else bars.push({ left: line.left, top: line.top, height: line.height });
    last = line;
  }
  return bars;
}

function isSameRow(a: Highlight, b: Highlight): boolean {
  return Math.abs(a.top + a.height / 2 - (b.top + b.height / 2)) < Math.min(a.height, b.height) / 2;
}

function isBelow(above: Highlight, line: Highlight): boolean {
  const gap = line.top - (above.top + above.height);
  const height = Math.max(above.height, line.height);
  return line.top > above.top && gap < height * maxGap;
}
