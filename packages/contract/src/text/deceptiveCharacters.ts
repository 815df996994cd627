/**
 * Characters that change the order of the text around them, or that nobody sees although a program reads them. One
 * variation selector belongs to the character before it; several can carry a hidden text.
 */
export const deceptiveCharacters =
  /[\u061c\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}/gu;

/** Returns a text as one line in which nothing is hidden. */
export const toVisibleLine = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(deceptiveCharacters, " ")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
