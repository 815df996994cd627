const dayMs = 86_400_000;

/** Adds what is missing between other days, in order. `stepDays`: how far they are apart. */
export function fillDays<Entry extends { day: string }>(
  entries: readonly Entry[],
  stepDays: number,
  createEmpty: (day: string) => Entry,
): Entry[] {
  const byDay = new Map(entries.map((entry) => [entry.day, entry]));
  const days = [...byDay.keys()].sort((a, b) => a.localeCompare(b));
  const [first, last = first] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const filled: Entry[] = [];
  for (let time = Date.parse(first); time <= Date.parse(last); time += stepDays * dayMs) {
    const day = new Date(time).toISOString().slice(0, 10);
    filled.push(byDay.get(day) ?? createEmpty(day));
  }
  return filled;
}
