import type { VariableOptions } from "@lectern/contract";

/**
 * [C5.22] A text as its variable's options want it: cut to `truncate` characters (its end is kept with `truncateFromEnd`), then with
 * line numbers, then as the inside of a JSON string.
 */
export function shapeText(text: string, options: VariableOptions): string {
  const cut = cutTo(text, options.truncate ?? 0, options.truncateFromEnd === true);
  const numbered = options.lineNumbers ? withLineNumbers(cut) : cut;
  return options.escape ? JSON.stringify(numbered).slice(1, -1) : numbered;
}

function cutTo(text: string, length: number, keepsEnd: boolean): string {
  if (length <= 0 || text.length <= length) return text;
  // Half of a character that takes two places is no character.
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
