import { replaceDeceptiveCharacters } from "@lectern/contract";
import { limitCombiningMarks } from "../../../ui/limitCombiningMarks.ts";

/**
 * Returns a text for a person who decides about it: characters that could make it look like another text are replaced
 * by their code points, such as `[U+202E]`.
 */
export function revealInvisible(text: string): string {
  const toCodePoint = (character: string) =>
    `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`;
  return limitCombiningMarks(
    replaceDeceptiveCharacters(text, (characters) => Array.from(characters, toCodePoint).join("")),
  );
}
