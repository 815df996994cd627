export interface DayGroup<T> {
  label: string;
  items: T[];
}

/** Cuts a list that is sorted newest first at midnights of this browser's time zone. Months are named in English. */
export function groupByDay<T extends { updatedAt: string }>(items: readonly T[], now: Date): DayGroup<T>[] {
  const beginnings = [
    { label: "Today", from: midnight(now, 0) },
    { label: "Yesterday", from: midnight(now, 1) },
    { label: "Previous 7 days", from: midnight(now, 7) },
    { label: "Previous 30 days", from: midnight(now, 30) },
  ];
  const groups: DayGroup<T>[] = [];
  for (const item of items) {
    const time = Date.parse(item.updatedAt);
    const label = beginnings.find(({ from }) => time >= from)?.label ?? nameOfMonth(time);
    const last = groups.at(-1);
    if (last?.label === label) last.items.push(item);
    else groups.push({ label, items: [item] });
  }
  return groups;
}

/** Formatting is slow, and thousands of items are of a few months. */
const monthNames = new Map<number, string>();

function nameOfMonth(time: number): string {
  const date = new Date(time);
  const month = date.getFullYear() * 12 + date.getMonth();
  const name = monthNames.get(month) ?? monthAndYear.format(date);
  monthNames.set(month, name);
  return name;
}

const monthAndYear = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric" });

/** The beginning of the day that was `daysAgo` days ago; days are not all 24 hours long. */
function midnight(now: Date, daysAgo: number): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo).getTime();
}
