/** The text before the last word, and that word, which may be incomplete. */
export interface SplitText {
  text: string;
  lastWord: string;
}

/** A run of characters without white space that is longer, such as a sentence in Chinese, is not one word. */
const lastWordPattern = /(?:\[[^\]\n]{0,60}|(?<!\S)\S{1,40})$/;

/**
 * Splits off the last word of a text that was cut off. A model that is to continue "the qui" may go on with "ck" or with
 * "quick", so the word is written again. Open brackets belong to it, so that a citation is written as a whole.
 */
export function splitLastWord(content: string): SplitText {
  const start = lastWordPattern.exec(content)?.index ?? content.length;
  return { text: content.slice(0, start), lastWord: content.slice(start) };
}
