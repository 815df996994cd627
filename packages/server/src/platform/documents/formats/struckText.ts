/**
 * Marks text that is struck out as Markdown does, so that it does not read like the text that replaces it. Spaces around
 * it stay outside of the marks.
 */
export function strikeText(text: string): string {
  const trimmedText = text.trim();
  return trimmedText === "" ? text : text.replace(trimmedText, () => `~~${trimmedText}~~`);
}

/** Joins struck parts that follow each other, for example because they are in several fonts. */
export const joinStruckParts = (text: string): string => text.replace(/~~(\s*)~~/g, "$1");
