/** A count of tokens that the column can hold, whatever a model's server says. */
export function clampTokenCount(count: number): number {
  return Number.isFinite(count) ? Math.min(Math.max(Math.round(count), 0), 2 ** 31 - 1) : 0;
}
