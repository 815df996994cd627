import { t } from "@lingui/core/macro";
import { formatDate } from "../../../lib/i18n/formats.ts";

export interface PeriodGroup<T> {
  label: string;
  items: T[];
}

/**
 * Groups items by periods from "Today" to whole months, in this browser's time zone. The items must be sorted newest
 * first.
 */
export function groupByPeriod<T extends { updatedAt: string }>(items: readonly T[], now: Date): PeriodGroup<T>[] {
  const periods = [
    { label: t`Today`, from: getStartOfDay(now, 0) },
    { label: t`Yesterday`, from: getStartOfDay(now, 1) },
    { label: t`Previous 7 days`, from: getStartOfDay(now, 7) },
    { label: t`Previous 30 days`, from: getStartOfDay(now, 30) },
  ];
  const groups: PeriodGroup<T>[] = [];
  /** The start time of the last group. Because the list is sorted, an item at or after it belongs to that group. */
  let from = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const time = Date.parse(item.updatedAt);
    const last = groups.at(-1);
    if (last && time >= from) last.items.push(item);
    else {
      const period = periods.find((day) => time >= day.from) ?? getMonthPeriod(time);
      from = period.from;
      groups.push({ label: period.label, items: [item] });
    }
  }
  return groups;
}

function getMonthPeriod(time: number): { label: string; from: number } {
  const date = new Date(time);
  return {
    label: formatDate(date, { month: "long", year: "numeric" }),
    from: new Date(date.getFullYear(), date.getMonth(), 1).getTime(),
  };
}

/** Returns the start of the day `daysAgo` days ago. Uses calendar dates, because not every day has 24 hours. */
function getStartOfDay(now: Date, daysAgo: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
}
