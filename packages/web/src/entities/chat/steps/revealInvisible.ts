import { limitCombiningMarks } from "../../../ui/limitCombiningMarks.ts";

/** Characters that change the order of the text around them, or that nobody sees although a program reads them. */
const deceptiveCharacters = /[\u202a-\u202e\u2066-\u2069\u200b\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Returns a text for a person who decides about it: characters that could make it look like another text are replaced
 * by their code points, such as `[U+202E]`.
 */
export function revealInvisible(text: string): string {
  const toCodePoint = (character: string) =>
    `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
  return limitCombiningMarks(text.replace(deceptiveCharacters, toCodePoint));
}
