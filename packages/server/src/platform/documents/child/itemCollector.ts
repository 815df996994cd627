import type { ContentItem, ExtractionNote, ExtractionNoteCode, Location } from "@lectern/contract";
import { documentLimits } from "../documentLimits.ts";
import { createTooLargeError } from "../readFailures.ts";
import { createNoteCollector } from "./noteCollector.ts";

type ItemKind = ContentItem["kind"];

/** An item before its tokens are counted. */
export interface UncountedItem extends Omit<ContentItem, "tokens"> {
  /** The headings above the item, outermost first; absent if the chunker infers them from the heading items. */
  headings?: readonly string[];
}

/** Collects the items of a document in reading order. Throws `DocumentReadError` if they exceed the limits. */
export interface ItemCollector {
  /**
   * Adds an item unless it is blank. `canSplit` is false for rows and other items that make sense only as a whole.
   * `headings`: see `UncountedItem`.
   */
  add(content: string, location: Location, kind?: ItemKind, canSplit?: boolean, headings?: readonly string[]): void;
  /**
   * Adds a row of a sheet unless it is blank. `columns`: those of its values, from 0. `names`: for the last row of a
   * header, the names of all columns.
   */
  addRow(
    content: string,
    location: Location,
    columns: readonly number[],
    names?: readonly (string | null)[] | null,
  ): void;
  /**
   * Notes that the text lacks something, or may be wrong. Counts of the same code add up, and different details are
   * joined with commas. A detail is a few words: names of sheets or files, page numbers, the name of an encoding.
   */
  note(code: ExtractionNoteCode, about?: { count?: number; detail?: string }): void;
  readonly collectedItems: readonly UncountedItem[];
  readonly notes: readonly ExtractionNote[];
}

const { characters: maxCharacters, items: maxItems } = documentLimits;

export function createItemCollector(): ItemCollector {
  const collectedItems: UncountedItem[] = [];
  const noteCollector = createNoteCollector();
  let characters = 0;
  const addItem = (content: string, item: Omit<UncountedItem, "content">) => {
    // Keep blank lines in code, because its lines are numbered.
    const text = item.kind === "code" ? cleanCharacters(content).trimEnd() : cleanText(content);
    if (text.trim() === "") return;
    characters += text.length;
    if (characters > maxCharacters)
      throw createTooLargeError(`${maxCharacters / 1_000_000} million characters of text`);
    if (collectedItems.length >= maxItems)
      throw createTooLargeError(`${maxItems.toLocaleString("en")} rows or paragraphs`);
    collectedItems.push({ content: text, ...item, location: cleanLocation(item.location) });
  };
  return {
    collectedItems,
    note: noteCollector.add,
    get notes() {
      return noteCollector.list();
    },
    add(content, location, kind = "paragraph", canSplit = true, headings) {
      addItem(content, { location, canSplit, kind, ...(headings && { headings }) });
    },
    addRow(content, location, columns, names = null) {
      const row: Omit<UncountedItem, "content"> = { location, canSplit: false, kind: "table", columns: [...columns] };
      addItem(content, { ...row, ...(names && { names: names.map((name) => name && cleanText(name)) }) });
    },
  };
}

/**
 * Does what `cleanCharacters` does, removes spaces at the end of lines and empty lines at the beginning and end, and
 * reduces other runs of empty lines to one.
 */
export function cleanText(text: string): string {
  return cleanCharacters(text)
    .replace(/(?<![ \t])[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+/, "")
    .trimEnd();
}

/**
 * Soft hyphens, byte order marks, U+FFFE, U+FFFF, and the ASCII control characters except tabs and line ends.
 * PostgreSQL rejects NUL.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches them to remove them
const disallowedCharacterPattern = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u00ad\ufeff\ufffe\uffff]/g;

/** Removes disallowed characters, replaces lone surrogates with U+FFFD, and converts all line ends to `\n`. */
export function cleanCharacters(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(disallowedCharacterPattern, "");
}

const maxLocationValueLength = 300;

function cleanLocation(location: Location): Location {
  return Object.fromEntries(
    Object.entries(location).map(([name, value]) => [
      name,
      typeof value === "string" ? cleanText(value).trim().slice(0, maxLocationValueLength).toWellFormed() : value,
    ]),
  );
}
