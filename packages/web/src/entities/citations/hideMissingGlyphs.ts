/** Characters of the private use area that fonts for symbols use, as in lists of office programs. */
const symbols: Readonly<Record<string, string>> = {
  "\uf0b7": "•",
  "\uf0a7": "▪",
  "\uf0d8": "▸",
  "\uf0e0": "→",
  "\uf0fc": "✓",
};

/** Private use, replacement and control characters, and lone surrogates, except tabs and line ends. */
const missingGlyphPattern = /[\p{Co}\p{Cs}\ufffd]|(?![\t\n])\p{Cc}/gu;

/**
 * Replaces characters that no font has, such as those of a PDF's own symbols, by spaces, because they would be shown as
 * boxes. Positions in the text stay the same.
 */
export function hideMissingGlyphs(text: string): string {
  return text.replace(missingGlyphPattern, (character) => symbols[character] ?? " ".repeat(character.length));
}
