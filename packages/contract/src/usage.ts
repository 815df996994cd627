import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { Timestamp } from "./primitives.ts";

export const monthToDateCostField = "MTD Cost";

export const getMonthToDateCost = defineOp({
  method: "POST",
  path: "/billing/mtd-cost",
  summary: "Gives what the caller's model calls have cost since the first of this month (UTC), in US dollars.",
  responseEnvelope: "fields",
  input: z.object({ email: z.string().check(z.maxLength(320)) }),
  output: z.object({ [monthToDateCostField]: z.number() }),
});

/** The windows in which money is limited: hour, day and month of the calendar in UTC. */
export const LimitPeriod = z.enum(["Hourly", "Daily", "Monthly"]);
export type LimitPeriod = z.infer<typeof LimitPeriod>;

/** What may be spent in a window, in US dollars; `Unlimited` and a null rate set no limit. */
export const RateLimit = z.object({
  period: z.enum(["Unlimited", ...LimitPeriod.options]),
  rate: z.nullable(z.number().check(z.nonnegative())),
});
export type RateLimit = z.infer<typeof RateLimit>;

/** How one limit stands: US dollars, and when its window ends. A refusal for a limit carries it as `rateLimitInfo`. */
export const RateLimitInfo = z.object({
  period: LimitPeriod,
  limit: z.number(),
  spent: z.number(),
  resetsAt: Timestamp,
});
export type RateLimitInfo = z.infer<typeof RateLimitInfo>;

export const getSpending = defineOp({
  method: "GET",
  path: "/billing/spending",
  summary:
    "Gives the limits on what the caller's model calls may cost, and how much of each is spent; none: unlimited.",
  input: z.object({}),
  output: z.object({ limits: z.array(RateLimitInfo) }),
});

const inWords = { Hourly: "this hour", Daily: "today", Monthly: "this month" } as const;

/** As in `this hour`, said of the window that goes on now. */
export function formatLimitPeriod(period: LimitPeriod): string {
  return inWords[period];
}

/** As in `$5.00`; amounts under a cent keep the digits that say something. */
export function formatDollars(amount: number): string {
  const digits = amount > 0 && amount < 0.01 ? { maximumSignificantDigits: 2 } : {};
  return amount.toLocaleString("en-US", { style: "currency", currency: "USD", ...digits });
}

/** When a window ends, as in `at 15:00`, with the day where that is another one. `timeZone` absent: the reader's own. */
export function formatResetTime(resetsAt: string, now: Date, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const end = new Date(resetsAt);
  const dayOf = (at: Date) => at.toLocaleDateString("en-US", { ...zone, month: "long", day: "numeric" });
  const time = end.toLocaleTimeString("en-US", { ...zone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  const day = dayOf(end) === dayOf(now) ? "" : `on ${dayOf(end)} `;
  return `${day}at ${time}${timeZone === "UTC" ? " UTC" : ""}`;
}

/**
 * Why a call is refused, for the person. `info.spent` below the limit: answers that are still being written may use up the rest.
 * `timeZone` absent: the reader's own.
 */
export function limitReachedText(info: RateLimitInfo, now: Date, timeZone?: string): string {
  const limit = `${formatDollars(info.limit)} for ${formatLimitPeriod(info.period)}`;
  if (info.spent < info.limit) {
    return `Your answers that are still being written may use up what is left of your ${limit}. Please try again when they have ended.`;
  }
  return `You have used your ${limit}. It starts anew ${formatResetTime(info.resetsAt, now, timeZone)}.`;
}
