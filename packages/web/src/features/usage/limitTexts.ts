import type { LimitPeriod, RateLimitInfo } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { formatDate } from "../../lib/i18n/formats.ts";
import { isReached } from "./findUrgentLimit.ts";
import { formatAmount } from "./formatAmount.ts";

export function getNoticeTitle(limit: RateLimitInfo): string {
  return isReached(limit) ? t`Your limit is reached` : t`You are near your limit`;
}

/** Returns the heading of a limit, with the name of the account if it is not the person's. */
export function getLimitHeading({ period, name }: RateLimitInfo): string {
  const heading = getPeriodHeading(period);
  return name === undefined ? heading : `${heading} · ${name}`;
}

function getPeriodHeading(period: LimitPeriod): string {
  switch (period) {
    case "Hourly":
      return t`Limit this hour`;
    case "Daily":
      return t`Limit today`;
    case "Monthly":
      return t`Limit this month`;
    default:
      return period satisfies never;
  }
}

/** Describes how much of a limit is used, such as "$4.00 of $5.00 used today." */
export function describeUse({ period, limit, spent }: RateLimitInfo): string {
  const spentAmount = formatAmount(spent);
  const limitAmount = formatAmount(limit);
  switch (period) {
    case "Hourly":
      return t`${spentAmount} of ${limitAmount} used this hour.`;
    case "Daily":
      return t`${spentAmount} of ${limitAmount} used today.`;
    case "Monthly":
      return t`${spentAmount} of ${limitAmount} used this month.`;
    default:
      return period satisfies never;
  }
}

/** Tells the limits of a list apart. */
export const getLimitKey = ({ scope = "person", name = "", period }: RateLimitInfo): string =>
  `${scope}/${name}/${period}`;

/** Says when the limit resets, with the date if it is not today. */
export function describeReset({ resetsAt, limit }: RateLimitInfo, now: Date): string {
  if (limit === 0) return t`Models that cost money can’t be used.`;
  const resetTime = new Date(resetsAt);
  const time = formatResetClock(resetTime);
  const day = formatDay(resetTime);
  return day === formatDay(now) ? t`Resets at ${time}.` : t`Resets on ${day} at ${time}.`;
}

export const formatResetClock = (time: Date) =>
  formatDate(time, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

export const formatDay = (time: Date) => formatDate(time, { month: "long", day: "numeric" });
