const two = (part: number) => String(part).padStart(2, "0");

/** [C4.44] '{template name} {MM/DD/YY HH:mm}', in the browser's time. */
export function formatConversationName(templateName: string, now: Date): string {
  const date = [now.getMonth() + 1, now.getDate(), now.getFullYear() % 100].map(two).join("/");
  return `${templateName} ${date} ${two(now.getHours())}:${two(now.getMinutes())}`;
}
