import { findStarts } from "./foldForFind.ts";

/** A part of a document with a position of its own: a page, an item or a row. `text` is folded. */
export interface FoldedUnit {
  unit: number;
  text: string;
}

/** One place where the searched text occurs: the `ordinal`th, from 0, in its unit. */
export interface Hit {
  unit: number;
  ordinal: number;
}

/** The number of hits in each unit that has any, in the order of the document. */
export type HitCounts = readonly { unit: number; count: number }[];

export function countHits(units: readonly FoldedUnit[], query: string): HitCounts {
  return units
    .map(({ unit, text }) => ({ unit, count: findStarts(text, query).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.unit - b.unit);
}

export const getTotal = (counts: HitCounts): number => counts.reduce((total, { count }) => total + count, 0);

/** Returns the position of a hit among all, from 0; -1 if there is no such hit. */
export function getPosition(counts: HitCounts, { unit, ordinal }: Hit): number {
  const index = counts.findIndex((each) => each.unit === unit);
  const found = counts[index];
  return found && ordinal < found.count ? getTotal(counts.slice(0, index)) + ordinal : -1;
}

/** Returns the hit at a position among all; positions beyond the ends go on at the other end. Null if there are none. */
export function getHit(counts: HitCounts, position: number): Hit | null {
  const total = getTotal(counts);
  let rest = total === 0 ? 0 : ((position % total) + total) % total;
  for (const { unit, count } of counts) {
    if (rest < count) return { unit, ordinal: rest };
    rest -= count;
  }
  return null;
}
