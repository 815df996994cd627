/** Shortens long text to its beginning and end, which usually contain the question. */
export function shortenText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length / 2)}\n${text.slice(-length / 2)}`;
}
