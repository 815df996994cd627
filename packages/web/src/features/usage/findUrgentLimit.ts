import type { RateLimitInfo } from "@lectern/contract";

/** A limit is shown once this fraction of it is used. */
const noticeThreshold = 0.8;

/**
 * Returns the limit to show: among the limits that are used up, the one that resets last; otherwise the one with the
 * highest used share. Null if all are below 80 %.
 */
export function findUrgentLimit(limits: readonly RateLimitInfo[]): RateLimitInfo | null {
  const urgentLimits = limits.filter(({ spent, limit }) => spent >= limit * noticeThreshold);
  const [mostUrgentLimit] = urgentLimits.sort(
    (a, b) =>
      Number(isReached(b)) - Number(isReached(a)) ||
      (isReached(a) ? b.resetsAt.localeCompare(a.resetsAt) : b.spent / b.limit - a.spent / a.limit),
  );
  return mostUrgentLimit ?? null;
}

export function isReached({ spent, limit }: RateLimitInfo): boolean {
  return spent >= limit;
}
