import type { RateLimitInfo } from "@lectern/contract";

/** From this part of a limit on it is shown. */
const shownFrom = 0.8;

/** The limit that a person should know of: the reached one that lasts longest, else the one most used up; null below 80 %. */
export function pressingLimit(limits: readonly RateLimitInfo[]): RateLimitInfo | null {
  const near = limits.filter(({ spent, limit }) => spent >= limit * shownFrom);
  const [first] = near.sort(
    (a, b) =>
      Number(isReached(b)) - Number(isReached(a)) ||
      (isReached(a) ? b.resetsAt.localeCompare(a.resetsAt) : b.spent / b.limit - a.spent / a.limit),
  );
  return first ?? null;
}

export function isReached({ spent, limit }: RateLimitInfo): boolean {
  return spent >= limit;
}
