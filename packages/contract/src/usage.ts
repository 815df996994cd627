import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { Timestamp } from "./primitives.ts";

export const monthToDateCostField = "MTD Cost";

export const getMonthToDateCost = defineOp({
  method: "POST",
  path: "/billing/mtd-cost",
  keyScopes: ["full_access"],
  summary: "Returns the cost of the caller's model calls since the first of this month (UTC), in US dollars.",
  responseEnvelope: "fields",
  input: z.object({ email: z.string().check(z.maxLength(320)) }),
  output: z.object({ [monthToDateCostField]: z.number() }),
});

/** The windows of spending limits: the calendar hour, day and month in UTC. */
export const LimitPeriod = z.enum(["Hourly", "Daily", "Monthly"]);
export type LimitPeriod = z.infer<typeof LimitPeriod>;

/** The maximum spending in a window, in US dollars; `Unlimited` and a null rate set no limit. */
export const RateLimit = z.object({
  period: z.enum(["Unlimited", ...LimitPeriod.options]),
  rate: z.nullable(z.number().check(z.nonnegative())),
});
export type RateLimit = z.infer<typeof RateLimit>;

/** What a limit applies to: a person's calls, and those of them that an account, a group or an API key pays for or makes. */
export const LimitScope = z.enum(["person", "account", "group", "key"]);
export type LimitScope = z.infer<typeof LimitScope>;

/** The state of one limit, in US dollars. Sent as `rateLimitInfo` when the limit rejects a call. */
export const RateLimitInfo = z.object({
  /** Absent: `person`. */
  scope: z.optional(LimitScope),
  /** The name of the account, the group or the key. */
  name: z.optional(z.string()),
  period: LimitPeriod,
  limit: z.number(),
  spent: z.number(),
  resetsAt: Timestamp,
});
export type RateLimitInfo = z.infer<typeof RateLimitInfo>;

/** What a person's model calls have used in a window. Titles and other calls in the background count as tokens only. */
export const UsageCounts = z.object({
  /** The number of answers with text. */
  answers: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
});
export type UsageCounts = z.infer<typeof UsageCounts>;

export const getSpending = defineOp({
  method: "GET",
  path: "/billing/spending",
  keyScopes: ["full_access"],
  summary:
    "Returns the limits on the cost of the caller's model calls, and how much of each is spent; an empty list means " +
    "unlimited. Also returns the answers and tokens since the first of this month (UTC).",
  input: z.object({}),
  output: z.object({ limits: z.array(RateLimitInfo), thisMonth: UsageCounts }),
});

const periodNames = { Hourly: "this hour", Daily: "today", Monthly: "this month" } as const;

/** Names the current window, for example `this hour`. */
export function formatLimitPeriod(period: LimitPeriod): string {
  return periodNames[period];
}

/** Formats an amount, in English as `$5.00`; amounts under a cent have two significant digits. */
export function formatDollars(amount: number, locale = "en-US"): string {
  const digitOptions = amount > 0 && amount < 0.01 ? { maximumSignificantDigits: 2 } : {};
  return amount.toLocaleString(locale, { style: "currency", currency: "USD", ...digitOptions });
}

/**
 * Describes when a window ends, for example `at 15:00`, with the date if it is not today. Default `timeZone`: that of
 * the machine.
 */
export function formatResetTime(resetsAt: string, now: Date, timeZone?: string): string {
  const timeZoneOption = timeZone === undefined ? {} : { timeZone };
  const resetTime = new Date(resetsAt);
  const formatDay = (date: Date) =>
    date.toLocaleDateString("en-US", { ...timeZoneOption, month: "long", day: "numeric" });
  const time = resetTime.toLocaleTimeString("en-US", {
    ...timeZoneOption,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const day = formatDay(resetTime) === formatDay(now) ? "" : `on ${formatDay(resetTime)} `;
  return `${day}at ${time}${timeZone === "UTC" ? " UTC" : ""}`;
}

/**
 * Explains to a person why a call was rejected. If `info.spent` is below the limit, answers that are still being
 * generated have reserved the rest. Default `timeZone`: that of the machine.
 */
export function formatLimitReached(info: RateLimitInfo, now: Date, timeZone?: string): string {
  const { subject, used, rest } = nameLimit(info);
  // No time changes it.
  if (info.limit === 0) return `${subject} $0.00: models that cost money can’t be used.`;
  const limitText = `${formatDollars(info.limit)} for ${formatLimitPeriod(info.period)}`;
  if (info.spent < info.limit) {
    const reason = `Answers that are still being written may use up the rest of ${rest} ${limitText}.`;
    return `${reason} Please try again when they are finished.`;
  }
  return `${used} ${limitText}. The limit resets ${formatResetTime(info.resetsAt, now, timeZone)}.`;
}

/** Returns the beginnings of the sentences about a limit of nothing, about one that is used up, and about what is left. */
function nameLimit({ scope = "person", name = "" }: RateLimitInfo): { subject: string; used: string; rest: string } {
  const describe = (subject: string, rest: string) => ({
    subject: `${subject} has a limit of`,
    used: `${subject} has used its`,
    rest,
  });
  switch (scope) {
    case "person":
      return { subject: "The spending limit is", used: "You have used your", rest: "your" };
    case "account":
      return describe(`Your account ‘${name}’`, "your account’s");
    case "group":
      return describe(`The group ‘${name}’`, "the group’s");
    case "key":
      return describe(`The API key ‘${name}’`, "the API key’s");
    default:
      return scope satisfies never;
  }
}
