/** A slash, or another character that opens a list, at the start of a word, and the text between it and the caret. */
export interface SlashQuery {
  /** The index of the character. */
  start: number;
  query: string;
}

const maxQueryLength = 60;
const wordPattern = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*$/u;
/** Words with one space between them, as in the names of prompts. Some languages have wider spaces. */
const wordsPattern = /^(?:\S+[^\S\r\n])*\S*$/;

/**
 * Finds the `trigger` that starts the word before the caret. Returns null if there is none within `maxQueryLength`
 * characters. A slash within a path or a URL, or an @ within an email address, does not start a word. At the start of the
 * text the query can have several words. After other text, the trigger alone or with punctuation is part of the sentence
 * ("What belongs in /etc?"), so that Enter sends it.
 */
export function findSlashQuery(text: string, caret: number, trigger = "/"): SlashQuery | null {
  const from = Math.max(0, caret - maxQueryLength);
  const start = caret === 0 ? -1 : text.lastIndexOf(trigger, caret - 1);
  if (start < from || (start > 0 && !/\s/.test(text.charAt(start - 1)))) return null;
  const query = text.slice(start + 1, caret);
  const isAtStart = text.slice(0, start).trim() === "";
  return (isAtStart ? wordsPattern : wordPattern).test(query) ? { start, query } : null;
}
