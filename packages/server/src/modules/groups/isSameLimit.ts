import type { EditableRateLimit, RateLimit } from "@lectern/contract";

/** True if two limits allow the same. No rate is no limit, and a rate of 0 allows nothing. Pure. */
export function isSameLimit(a: RateLimit | EditableRateLimit, b: RateLimit | EditableRateLimit): boolean {
  return a.period === b.period && (a.period === "Unlimited" || isSameRate(a.rate, b.rate));
}

const isSameRate = (a: number | string | null, b: number | string | null) =>
  a === b || (a !== null && b !== null && Number(a) === Number(b));
