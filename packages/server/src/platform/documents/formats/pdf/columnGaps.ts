import type { Fragment } from "./readPageFragments.ts";

/** The space between two parts of a line, in points from the left. */
export interface Gap {
  from: number;
  to: number;
}

/** A gap between words that is wider than this may separate the cells of a table; in font sizes. */
export const minCellGap = 1.5;
/** How much of their gaps two rows of a table have in common at least, in font sizes. */
const minCommonGap = 0.75;

/** Returns the wide gaps between the parts of a line, and those that are typed as several spaces. */
export function findGaps(parts: readonly Fragment[]): Gap[] {
  const partsFromLeft = [...parts].sort((a, b) => a.left - b.left);
  const gapsBetween = partsFromLeft.slice(1).flatMap((part, index): Gap[] => {
    const from = partsFromLeft[index]?.right ?? part.left;
    return part.left - from > part.size * minCellGap ? [{ from, to: part.left }] : [];
  });
  return [...gapsBetween, ...parts.flatMap(findTypedGaps)];
}

/** Estimates where the gaps are as if all characters had the same width. In tables that are typed with spaces, they do. */
function findTypedGaps({ text, left, right, isRightToLeft }: Fragment): Gap[] {
  const characterWidth = (right - left) / text.length;
  return [...text.trimEnd().matchAll(/(?<=\S) {2,}/g)].map(({ 0: spaces, index }) => {
    const offset = index * characterWidth;
    const width = spaces.length * characterWidth;
    const from = isRightToLeft ? right - offset - width : left + offset;
    return { from, to: from + width };
  });
}

/**
 * True if two lines have a wide gap at the same place, or two gaps of any width, as the rows of a table do. One narrow
 * gap may be there by chance: some people type two spaces after each sentence.
 */
export function haveCommonGaps(first: readonly Gap[], second: readonly Gap[], size: number): boolean {
  const common = first.flatMap((a) =>
    second
      .filter((b) => Math.min(a.to, b.to) - Math.max(a.from, b.from) > size * minCommonGap)
      .map((b) => Math.min(a.to - a.from, b.to - b.from)),
  );
  return common.length > 1 || common.some((width) => width > size * minCellGap);
}
