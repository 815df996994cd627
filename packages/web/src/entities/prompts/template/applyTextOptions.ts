import type { VariableOptions } from "@lectern/contract";

/**
 * Applies the options of a variable to a text, in this order: truncates the text to `truncate` characters
 * (`truncateFromEnd` keeps the end), adds line numbers, and escapes the text for a JSON string.
 */
export function applyTextOptions(text: string, options: VariableOptions): string {
  const truncatedText = truncate(text, options.truncate ?? 0, options.truncateFromEnd === true);
  const numberedText = options.lineNumbers ? withLineNumbers(truncatedText) : truncatedText;
  return options.escape ? JSON.stringify(numberedText).slice(1, -1) : numberedText;
}

function truncate(text: string, length: number, keepsEnd: boolean): string {
  if (length <= 0 || text.length <= length) return text;
  // Do not split a surrogate pair.
  return keepsEnd
    ? text.slice(-length).replace(/^[\uDC00-\uDFFF]/, "")
    : text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
}

function withLineNumbers(text: string): string {
  return text
    .split("\n")
    .map((line, index) => `${index + 1}: ${line}`)
    .join("\n");
}
