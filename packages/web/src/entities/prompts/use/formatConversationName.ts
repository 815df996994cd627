import { getLocale } from "../../../lib/i18n/i18n.ts";

const padTwoDigits = (part: number) => String(part).padStart(2, "0");

/**
 * Returns '{template name} {MM/DD/YY HH:mm}', in German '{template name} {DD.MM.YY HH:mm}', with the time in the browser's
 * time zone.
 */
export function formatConversationName(templateName: string, now: Date): string {
  const [month, day, year] = [now.getMonth() + 1, now.getDate(), now.getFullYear() % 100].map(padTwoDigits);
  const date = getLocale() === "de" ? [day, month, year].join(".") : [month, day, year].join("/");
  return `${templateName} ${date} ${padTwoDigits(now.getHours())}:${padTwoDigits(now.getMinutes())}`;
}
