import type { LimitPeriod, RateLimit, RateLimitInfo } from "@lectern/contract";

/** One limit's window, as it goes on at a moment. */
export interface LimitWindow {
  period: LimitPeriod;
  /** US dollars. */
  limit: number;
  startsAt: Date;
  /** When the next one starts. */
  resetsAt: Date;
}

/** A window with what has gone of its money, in US dollars. */
export interface Spending extends LimitWindow {
  spent: number;
  /** `spent`, and what calls that are open may come to cost. */
  committed: number;
}

export interface Refusal {
  info: RateLimitInfo;
  retryAfterSeconds: number;
}

/** Answers that are being written end soon, and then cost less than they might have. */
const openAnswersSeconds = 10;

/** The windows that the limits open at this moment: calendar hour, day and month in UTC. */
export function getLimitWindows(now: Date, limits: readonly RateLimit[]): LimitWindow[] {
  return limits.flatMap(({ period, rate }) =>
    period === "Unlimited" || rate === null ? [] : [{ period, limit: rate, ...boundsOf(period, now) }],
  );
}

function boundsOf(period: LimitPeriod, now: Date): Pick<LimitWindow, "startsAt" | "resetsAt"> {
  const [year, month, day, hour] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), now.getUTCHours()];
  switch (period) {
    case "Hourly":
      return between(Date.UTC(year, month, day, hour), Date.UTC(year, month, day, hour + 1));
    case "Daily":
      return between(Date.UTC(year, month, day), Date.UTC(year, month, day + 1));
    case "Monthly":
      return between(Date.UTC(year, month), Date.UTC(year, month + 1));
    default:
      return period satisfies never;
  }
}

function between(startMs: number, endMs: number) {
  return { startsAt: new Date(startMs), resetsAt: new Date(endMs) };
}

/**
 * Null where a further call may begin: while less than each limit is spent or set aside. Else the window that says how long to wait:
 * of those whose money is spent the last to end; where only open calls fill one, it may have room again as soon as they end.
 */
export function findRefusal(spendings: readonly Spending[], now: Date): Refusal | null {
  const full = spendings.filter(({ committed, limit }) => committed >= limit);
  const lastToEnd = (windows: readonly Spending[]) =>
    [...windows].sort((a, b) => b.resetsAt.getTime() - a.resetsAt.getTime())[0];
  const spent = lastToEnd(full.filter(({ spent, limit }) => spent >= limit));
  if (spent) return { info: toRateLimitInfo(spent), retryAfterSeconds: secondsUntil(spent.resetsAt, now) };
  const reserved = lastToEnd(full);
  if (!reserved) return null;
  return {
    info: toRateLimitInfo(reserved),
    retryAfterSeconds: Math.min(openAnswersSeconds, secondsUntil(reserved.resetsAt, now)),
  };
}

export function toRateLimitInfo({ period, limit, spent, resetsAt }: Spending): RateLimitInfo {
  return { period, limit, spent, resetsAt: resetsAt.toISOString() };
}

function secondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
