/** A slash at the start of a word, with what stands between it and the caret. */
export interface SlashQuery {
  /** Where the slash stands. */
  start: number;
  query: string;
}

const maxQueryLength = 60;

/** The slash that the caret is behind, within one word; null: there is none. One within a path or an address begins no word. */
export function slashQueryAt(text: string, caret: number): SlashQuery | null {
  const from = Math.max(0, caret - maxQueryLength);
  const start = caret === 0 ? -1 : text.lastIndexOf("/", caret - 1);
  if (start < from || (start > 0 && !/\s/.test(text.charAt(start - 1)))) return null;
  const query = text.slice(start + 1, caret);
  return /\s/.test(query) ? null : { start, query };
}
