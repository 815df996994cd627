import { t } from "@lingui/core/macro";

export const usagePeriods = ["30", "thisMonth", "lastMonth", "year", "all", "custom"] as const;
export type UsagePeriod = (typeof usagePeriods)[number];

/** The days, both included and in UTC, `yyyy-mm-dd`; absent: no bound. */
export interface DayBounds {
  from?: string;
  to?: string;
}

const dayMs = 86_400_000;

/** Returns the days of a period. `now`: the present time in milliseconds. */
export function getPeriodDays(period: Exclude<UsagePeriod, "custom">, now: number): DayBounds {
  const date = new Date(now);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  switch (period) {
    case "30":
      return { from: toDay(now - 29 * dayMs) };
    case "thisMonth":
      return { from: toDay(Date.UTC(year, month)) };
    case "lastMonth":
      return { from: toDay(Date.UTC(year, month - 1)), to: toDay(Date.UTC(year, month) - dayMs) };
    case "year":
      return { from: toDay(Date.UTC(year, month - 11)) };
    case "all":
      return {};
    default:
      return period satisfies never;
  }
}

/** Returns the days of a day, `yyyy-mm-dd`, or a month, `yyyy-mm`. */
export function getDaysOf(id: string): Required<DayBounds> {
  const [year = 0, month = 1, day] = id.split("-").map(Number);
  if (day !== undefined) return { from: id, to: id };
  return { from: `${id}-01`, to: toDay(Date.UTC(year, month) - dayMs) };
}

export function getPeriodName(period: UsagePeriod): string {
  const names: Record<UsagePeriod, string> = {
    "30": t`Last 30 days`,
    thisMonth: t`This month`,
    lastMonth: t`Last month`,
    year: t`Last 12 months`,
    all: t({ message: "All time", comment: "A period of time" }),
    custom: t({ message: "Custom", comment: "A period of time" }),
  };
  return names[period];
}

const toDay = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 10);
