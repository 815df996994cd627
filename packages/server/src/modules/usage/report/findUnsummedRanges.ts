import { addDays } from "./addDays.ts";

/** Days as `yyyy-mm-dd`, without `before`; null: no bound. */
export interface DayRange {
  from: string | null;
  before: string | null;
}

/** The days whose usage is summed: all from the first to the last one, except those that have changed since. */
export interface SummedDays {
  first: string;
  last: string;
  stale: readonly string[];
}

/** Lists the parts of a period whose usage is in no sums. */
export function findUnsummedRanges(period: DayRange, summedDays: SummedDays | null): DayRange[] {
  if (!summedDays) return [period];
  const { first, last, stale } = summedDays;
  const ranges: DayRange[] = [
    { from: null, before: first },
    ...stale.map((day) => ({ from: day, before: addDays(day, 1) })),
    { from: addDays(last, 1), before: null },
  ];
  return ranges
    .map(({ from, before }) => ({ from: max(from, period.from), before: min(before, period.before) }))
    .filter(({ from, before }) => from === null || before === null || from < before);
}

const max = (a: string | null, b: string | null) => (a === null ? b : b === null || a > b ? a : b);
const min = (a: string | null, b: string | null) => (a === null ? b : b === null || a < b ? a : b);
