/** A character of Chinese, Japanese or Korean text, or their punctuation. */
const cjkCharacter =
  /^[\u3000-\u30ff\uff01-\uff60\uffe0-\uffee\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}]$/u;
const punctuation = /^(?![*_~])[\p{P}\p{S}]$/u;
const delimiters = /\*+|~~/g;

export const isCjk = (character: string): boolean => cjkCharacter.test(character);

/**
 * Replaces the punctuation beside asterisks and the tildes of strikethrough in Chinese, Japanese and Korean text by
 * letters of the same length. CommonMark expects a space between `**“word”**` and the next word, and these scripts have
 * no spaces. Follows https://github.com/tats-u/markdown-cjk-friendly: their punctuation counts as letters here, and so
 * does other punctuation if one of their characters is on the other side of these marks.
 */
export function maskCjkPunctuation(text: string): string {
  let masked = "";
  let maskedEnd = 0;
  const replace = (start: number, character: string) => {
    masked += text.slice(maskedEnd, start) + "a".repeat(character.length);
    maskedEnd = start + character.length;
  };
  for (const { 0: run, index } of text.matchAll(delimiters)) {
    const before = characterBefore(text, index);
    const after = String.fromCodePoint(text.codePointAt(index + run.length) ?? 0x20);
    if (!isCjk(before) && !isCjk(after)) continue;
    if (punctuation.test(before) && index - before.length >= maskedEnd) replace(index - before.length, before);
    if (punctuation.test(after)) replace(index + run.length, after);
  }
  return masked + text.slice(maskedEnd);
}

function characterBefore(text: string, index: number): string {
  return [...text.slice(Math.max(0, index - 2), index)].at(-1) ?? " ";
}
