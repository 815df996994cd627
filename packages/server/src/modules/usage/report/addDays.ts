const dayMs = 24 * 60 * 60 * 1_000;

/** Adds days to a day, `yyyy-mm-dd`. */
export const addDays = (day: string, count: number): string => toDay(new Date(Date.parse(day) + count * dayMs));

/** Returns the day in UTC, `yyyy-mm-dd`. */
export const toDay = (date: Date): string => date.toISOString().slice(0, 10);
