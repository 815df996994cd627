import { formatDate } from "../../lib/i18n/formats.ts";

const dayFormat = { month: "short", day: "numeric", year: "numeric" } as const;
const storedDayFormat = new Intl.DateTimeFormat("en-US", dayFormat);

/** The stored name of a day's folder, such as `Nov 21, 2026`: the same in all languages, because it identifies the folder. */
export const toDayFolderName = (day: Date): string => storedDayFormat.format(day);

/** The name of a day's folder in the language in use; null if it is the name of another folder. */
export function translateDayFolderName(name: string): string | null {
  if (!/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/.test(name)) return null;
  const day = new Date(`${name} 12:00`);
  // Not a day, such as "Feb 31, 2026".
  if (Number.isNaN(day.getTime()) || toDayFolderName(day) !== name) return null;
  return formatDate(day, dayFormat);
}
