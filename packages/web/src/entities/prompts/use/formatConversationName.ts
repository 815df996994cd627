const padTwoDigits = (part: number) => String(part).padStart(2, "0");

/** Returns '{template name} {MM/DD/YY HH:mm}', with the time in the browser's time zone. */
export function formatConversationName(templateName: string, now: Date): string {
  const date = [now.getMonth() + 1, now.getDate(), now.getFullYear() % 100].map(padTwoDigits).join("/");
  return `${templateName} ${date} ${padTwoDigits(now.getHours())}:${padTwoDigits(now.getMinutes())}`;
}
