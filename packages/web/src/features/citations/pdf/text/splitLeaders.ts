import type { PageText } from "../highlights/getHighlights.ts";

/** Measures a text in a font of a page, at a size of 1. Only the relations between the widths need to be right. */
export type MeasureText = (text: string, fontName: string | undefined) => number;

/** The dots or lines between an entry and its page number. */
const leaderPattern = /\s?(?:[.·…_]\s?){4,}/;

/**
 * Splits the items of a page's text at leaders, as in a table of contents. Leaders have another spacing than letters, so
 * the position of a letter in such an item does not follow from the item's width. It follows from the other items on the
 * page, which show how wide the letters are; the leader fills the rest.
 */
export function splitLeaders<Item extends PageText>(items: readonly Item[], measure: MeasureText): Item[] {
  const itemsByFont = Map.groupBy(items, ({ fontName }) => fontName);
  const ratios = new Map<string | undefined, number>();
  const getRatio = (fontName: string | undefined) => {
    const ratio =
      ratios.get(fontName) ??
      // Another font of the page is better than none.
      (getWidthRatio(itemsByFont.get(fontName) ?? [], measure) || getWidthRatio(items, measure));
    ratios.set(fontName, ratio);
    return ratio;
  };
  return items.flatMap((item) => {
    const leader = leaderPattern.exec(item.str);
    return leader ? splitItem(item, leader, getRatio(item.fontName), measure) : [item];
  });
}

/** Returns the relation of real to measured widths in items without leaders; 0 if there are none. */
function getWidthRatio(items: readonly PageText[], measure: MeasureText): number {
  let real = 0;
  let measured = 0;
  for (const item of items) {
    if (!/[\p{L}\p{N}]/u.test(item.str) || leaderPattern.test(item.str)) continue;
    real += item.width;
    measured += measure(item.str, item.fontName) * getScale(item);
  }
  return measured > 0 ? real / measured : 0;
}

function splitItem<Item extends PageText>(
  item: Item,
  { 0: leader, index }: RegExpExecArray,
  ratio: number,
  measure: MeasureText,
): Item[] {
  const measureReal = (text: string) => measure(text, item.fontName) * getScale(item) * ratio;
  const before = item.str.slice(0, index);
  const after = item.str.slice(index + leader.length);
  const beforeWidth = measureReal(before);
  const leaderWidth = item.width - beforeWidth - measureReal(after);
  // The numbers in a file may be wrong, or none at all.
  if (!(ratio > 0 && leaderWidth > 0)) return [item];
  const parts = [
    { str: before, from: 0, to: beforeWidth },
    { str: leader, from: beforeWidth, to: beforeWidth + leaderWidth },
    { str: after, from: beforeWidth + leaderWidth, to: item.width },
  ].filter(({ str }) => str !== "");
  return parts.map(({ str, from, to }, part) => ({
    ...item,
    str,
    transform: moveAlong(item.transform, from),
    width: to - from,
    // Only the last part ends the line.
    ...("hasEOL" in item && part < parts.length - 1 ? { hasEOL: false } : {}),
  }));
}

/** The size of the font along the line. */
const getScale = ({ transform: [a = 0, b = 0] }: PageText) => Math.hypot(a, b);

function moveAlong(transform: readonly number[], distance: number): number[] {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = transform;
  const scale = Math.hypot(a, b) || 1;
  return [a, b, c, d, x + (a / scale) * distance, y + (b / scale) * distance];
}
