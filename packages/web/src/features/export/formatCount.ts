/** Formats a count with its noun, such as "1 folder" or "2,000 folders". */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
