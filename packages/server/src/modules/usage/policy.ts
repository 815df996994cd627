import type { LimitPeriod, RateLimit, RateLimitInfo } from "@lectern/contract";

/** Whose limit it is. `name` is that of the account, the group or the key. */
export type LimitSubject = Pick<RateLimitInfo, "scope" | "name">;

/** The current time window of one spending limit. */
export interface LimitWindow {
  period: LimitPeriod;
  /** US dollars. */
  limit: number;
  startsAt: Date;
  /** The start of the next window. */
  resetsAt: Date;
}

/** A window with the money spent in it, in US dollars. */
export interface Spending extends LimitWindow, LimitSubject {
  spent: number;
  /** Like `spent`, but with the reserved cost of each open call if it is higher than the cost so far. */
  committed: number;
}

export interface ReachedLimit {
  info: RateLimitInfo;
  retryAfterSeconds: number;
}

/** Short, because open calls end soon and usually cost less than their reservation. */
const openCallsRetrySeconds = 10;

/** Returns the current window of each limit: the calendar hour, day or month in UTC. Omits unlimited periods. */
export function getLimitWindows(now: Date, limits: readonly RateLimit[]): LimitWindow[] {
  return limits.flatMap(({ period, rate }) =>
    period === "Unlimited" || rate === null ? [] : [{ period, limit: rate, ...getBounds(period, now) }],
  );
}

/** Returns the start of the calendar month in UTC. */
export function getMonthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
}

function getBounds(period: LimitPeriod, now: Date): Pick<LimitWindow, "startsAt" | "resetsAt"> {
  const [year, month, day, hour] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), now.getUTCHours()];
  switch (period) {
    case "Hourly":
      return toBounds(Date.UTC(year, month, day, hour), Date.UTC(year, month, day, hour + 1));
    case "Daily":
      return toBounds(Date.UTC(year, month, day), Date.UTC(year, month, day + 1));
    case "Monthly":
      return toBounds(Date.UTC(year, month), Date.UTC(year, month + 1));
    default:
      return period satisfies never;
  }
}

function toBounds(startMs: number, endMs: number) {
  return { startsAt: new Date(startMs), resetsAt: new Date(endMs) };
}

/**
 * Returns null if another call is allowed, which means that the committed money is below every limit. Otherwise returns
 * the window that determines how long to wait: of the windows whose money is spent, the last one to end. If only
 * reservations of open calls reach a limit, the wait is short, because they are released as soon as the calls end.
 */
export function findReachedLimit(spendings: readonly Spending[], now: Date): ReachedLimit | null {
  const fullWindows = spendings.filter(({ committed, limit }) => committed >= limit);
  const findLastWindowToEnd = (windows: readonly Spending[]) =>
    [...windows].sort((a, b) => b.resetsAt.getTime() - a.resetsAt.getTime())[0];
  const spentWindow = findLastWindowToEnd(fullWindows.filter(({ spent, limit }) => spent >= limit));
  if (spentWindow) {
    return { info: toRateLimitInfo(spentWindow), retryAfterSeconds: countSecondsUntil(spentWindow.resetsAt, now) };
  }
  const reservedWindow = findLastWindowToEnd(fullWindows);
  if (!reservedWindow) return null;
  return {
    info: toRateLimitInfo(reservedWindow),
    retryAfterSeconds: Math.min(openCallsRetrySeconds, countSecondsUntil(reservedWindow.resetsAt, now)),
  };
}

export function toRateLimitInfo({ scope, name, period, limit, spent, resetsAt }: Spending): RateLimitInfo {
  const subject = scope === undefined || scope === "person" ? {} : { scope, name };
  return { ...subject, period, limit, spent, resetsAt: resetsAt.toISOString() };
}

function countSecondsUntil(end: Date, now: Date): number {
  return Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
