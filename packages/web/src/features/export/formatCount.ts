/** As in "1 folder" and "2,000 folders". */
export function formatCount(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}
