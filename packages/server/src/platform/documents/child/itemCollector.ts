import type { ContentItem, Location } from "@lectern/contract";
import { documentLimits } from "../documentLimits.ts";
import { tooMuch } from "../readFailures.ts";

type ItemKind = ContentItem["kind"];

/** A piece of a document before its tokens are counted. */
export type Piece = Omit<ContentItem, "tokens">;

/** Takes the pieces of a document in reading order. Throws `DocumentReadError` when they are more than is taken. */
export interface ItemCollector {
  /** What is blank is left out. `canSplit` false: a row, or what makes sense only whole. */
  add(content: string, location: Location, kind?: ItemKind, canSplit?: boolean): void;
  readonly pieces: readonly Piece[];
}

const { characters: mostCharacters, items: mostItems } = documentLimits;

export function createItemCollector(): ItemCollector {
  const pieces: Piece[] = [];
  let characters = 0;
  return {
    pieces,
    add(content, location, kind = "paragraph", canSplit = true) {
      // Lines of code are counted: none goes.
      const text = kind === "code" ? cleanCharacters(content).trimEnd() : cleanText(content);
      if (text.trim() === "") return;
      characters += text.length;
      if (characters > mostCharacters) throw tooMuch(`${mostCharacters / 1_000_000} million characters of text`);
      if (pieces.length >= mostItems) throw tooMuch(`${mostItems.toLocaleString("en")} rows or paragraphs`);
      pieces.push({ content: text, location: cleanLocation(location), canSplit, kind });
    },
  };
}

/** Without blanks at the ends of lines, and without more than one empty line. */
export function cleanText(text: string): string {
  return cleanCharacters(text)
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

/** NUL and its like, which PostgreSQL refuses; the rest of the control characters; soft hyphens; marks of the order of bytes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const noText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\ufeff\ufffe\uffff]/g;

/** Without what no text has, and without halves of characters. */
export function cleanCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(noText, "");
}

const longestPlace = 300;

function cleanLocation(location: Location): Location {
  return Object.fromEntries(
    Object.entries(location).map(([name, value]) => [
      name,
      typeof value === "string" ? cleanText(value).trim().slice(0, longestPlace).toWellFormed() : value,
    ]),
  );
}
