import type { RateLimitInfo } from "@lectern/contract";

/** The fraction of a limit from which on it is shown. */
const noticeThreshold = 0.8;

/**
 * The limit to show: the reached one that resets last, or else the one with the highest share used. Null below 80 %.
 */
export function findUrgentLimit(limits: readonly RateLimitInfo[]): RateLimitInfo | null {
  const shown = limits.filter(({ spent, limit }) => spent >= limit * noticeThreshold);
  const [first] = shown.sort(
    (a, b) =>
      Number(isReached(b)) - Number(isReached(a)) ||
      (isReached(a) ? b.resetsAt.localeCompare(a.resetsAt) : b.spent / b.limit - a.spent / a.limit),
  );
  return first ?? null;
}

export function isReached({ spent, limit }: RateLimitInfo): boolean {
  return spent >= limit;
}
