import type { FoldedUnit } from "./countHits.ts";
import { foldForFind } from "./foldForFind.ts";

/**
 * Reads the texts of a document's units in portions, those from `from` on first. Throws if a portion cannot be read and
 * the search therefore is not complete.
 */
export type FindSource = (from: number, signal: AbortSignal) => AsyncGenerator<readonly FoldedUnit[]>;

/** Units that are on one page of a list. */
export interface Portion {
  from: number;
  count: number;
}

/** Divides units into portions of at most `size`, starting with the one that contains `from` and ending before it. */
export function listPortions(total: number, size: number, from: number): Portion[] {
  const portions = Array.from({ length: Math.ceil(total / size) }, (_, index) => ({
    from: index * size,
    count: Math.min(size, total - index * size),
  }));
  const first = Math.max(0, Math.floor(from / size));
  return [...portions.slice(first), ...portions.slice(0, first)];
}

/** Returns a unit whose text is ready to be searched. */
export const foldUnit = (unit: number, text: string): FoldedUnit => ({ unit, text: foldForFind(text).text });

/** The source of a text that is rendered as a whole. */
export function createTextSource(text: string): FindSource {
  return async function* () {
    yield [foldUnit(0, text)];
  };
}
