/** Converts any number that a model's server may send into one that the column can store. */
export function clampTokenCount(count: number): number {
  return Number.isFinite(count) ? Math.min(Math.max(Math.round(count), 0), 2 ** 31 - 1) : 0;
}
