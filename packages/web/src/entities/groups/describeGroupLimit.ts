import { formatDollars, type RateLimit } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { getFormatLocale } from "../../lib/i18n/i18n.ts";

/** Says what the calls of a group’s assistants may cost, such as `$50.00 per month`. */
export function describeGroupLimit({ period, rate }: RateLimit): string {
  if (period === "Unlimited" || rate === null) return t`Unlimited`;
  const amount = formatDollars(rate, getFormatLocale());
  switch (period) {
    case "Hourly":
      return t`${amount} per hour`;
    case "Daily":
      return t`${amount} per day`;
    case "Monthly":
      return t`${amount} per month`;
    default:
      return period satisfies never;
  }
}
