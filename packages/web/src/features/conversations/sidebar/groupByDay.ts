export interface DayGroup<T> {
  label: string;
  items: T[];
}

/** Cuts a list that is sorted newest first at midnights of this browser's time zone. Months are named in English. */
export function groupByDay<T extends { updatedAt: string }>(items: readonly T[], now: Date): DayGroup<T>[] {
  const periods = [
    { label: "Today", from: midnight(now, 0) },
    { label: "Yesterday", from: midnight(now, 1) },
    { label: "Previous 7 days", from: midnight(now, 7) },
    { label: "Previous 30 days", from: midnight(now, 30) },
  ];
  const groups: DayGroup<T>[] = [];
  /** When the last group begins: what is not before it belongs to it, because the list is sorted. */
  let from = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const time = Date.parse(item.updatedAt);
    const last = groups.at(-1);
    if (last && time >= from) last.items.push(item);
    else {
      const period = periods.find((day) => time >= day.from) ?? getMonth(time);
      from = period.from;
      groups.push({ label: period.label, items: [item] });
    }
  }
  return groups;
}

function getMonth(time: number): { label: string; from: number } {
  const date = new Date(time);
  return { label: monthAndYear.format(date), from: new Date(date.getFullYear(), date.getMonth(), 1).getTime() };
}

const monthAndYear = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });

/** The beginning of the day that was `daysAgo` days ago; days are not all 24 hours long. */
function midnight(now: Date, daysAgo: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
}
