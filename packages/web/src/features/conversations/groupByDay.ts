export interface DayGroup<T> {
  label: string;
  items: T[];
}

const dayMs = 86_400_000;

/** Cuts a list that is sorted newest first at midnights of this browser's time zone. Dates are en-US. */
export function groupByDay<T extends { updatedAt: string }>(items: readonly T[], now: Date): DayGroup<T>[] {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const groups: DayGroup<T>[] = [];
  for (const item of items) {
    const label = labelOf(new Date(item.updatedAt), midnight);
    const last = groups.at(-1);
    if (last?.label === label) last.items.push(item);
    else groups.push({ label, items: [item] });
  }
  return groups;
}

function labelOf(date: Date, midnight: number): string {
  const time = date.getTime();
  if (time >= midnight) return "Today";
  if (time >= midnight - dayMs) return "Yesterday";
  if (time >= midnight - 7 * dayMs) return "Previous 7 days";
  if (time >= midnight - 30 * dayMs) return "Previous 30 days";
  return date.toLocaleDateString("en-US", { month: "long", year: "numeric" });
}
