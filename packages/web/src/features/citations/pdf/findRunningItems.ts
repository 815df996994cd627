import type { PageGeometry, PageText } from "./highlights/getHighlights.ts";

export interface PageTexts {
  items: readonly PageText[];
  geometry: PageGeometry;
}

/** Running headers and footers are in this outer share of a page's height. */
const edgeShare = 0.13;
/** The maximum difference in height of a line on two pages, as a share of the page's height. */
const maxShift = 0.01;

/**
 * Returns the indexes of a page's items that belong to running headers, footers and page numbers: lines near the upper
 * or lower edge that are at the same height on a neighbouring page and differ at most in their digits.
 */
export function findRunningItems(page: PageTexts, neighbours: readonly PageTexts[]): ReadonlySet<number> {
  const otherLines = neighbours.flatMap(getEdgeLines);
  const runningLines = getEdgeLines(page).filter(({ text, top }) =>
    otherLines.some((other) => other.text === text && Math.abs(other.top - top) <= maxShift),
  );
  return new Set(runningLines.flatMap(({ indexes }) => indexes));
}

interface EdgeLine {
  /** Without white space and digits. */
  text: string;
  top: number;
  indexes: number[];
}

function getEdgeLines({ items, geometry }: PageTexts): EdgeLine[] {
  const lines: EdgeLine[] = [];
  for (const [index, { str, transform }] of items.entries()) {
    const [, , , , x = 0, y = 0] = transform;
    const top = (geometry.convertToViewportPoint(x, y)[1] ?? 0) / geometry.height;
    if (str.trim() === "" || (top > edgeShare && top < 1 - edgeShare)) continue;
    const line = lines.find((each) => Math.abs(each.top - top) <= maxShift / 2);
    const text = str.replace(/[\s\p{N}]/gu, "");
    if (!line) lines.push({ text, top, indexes: [index] });
    else {
      line.text += text;
      line.indexes.push(index);
    }
  }
  return lines;
}
