import { readFile } from "node:fs/promises";
import { fileTypeOf } from "@lectern/contract/fileTypes";
import { decodeText } from "../child/decodeText.ts";
import { createContentMismatchError } from "../child/detectKind.ts";
import type { FormatInput, FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { createTooLargeError } from "../readFailures.ts";

/** A larger file certainly has too many characters, because no character has more than four bytes. */
const maxBytes = documentLimits.characters * 4;
/** Maximum number of lines of an item, for text without blank lines, such as logs. */
const maxLines = 40;
const maxCharacters = 4_000;

/** Reads plain text: one item per block between blank lines, with the number of its first line. */
export const readPlainText: FormatReader = async (input, items) => {
  const text = await readText(input);
  for (const { line, content } of splitBlocks(text)) items.add(content, { line });
  return { props: {} };
};

/**
 * Reads a text file, and converts all line ends to `\n`. Notes an encoding that it has guessed.
 * `findDeclaredEncoding` returns the encoding that the file declares. Throws `DocumentReadError` if the file is not text, or too large.
 */
export async function readText(
  input: Pick<FormatInput, "path" | "name" | "size" | "encoding" | "note">,
  findDeclaredEncoding?: (bytes: Buffer) => string | null,
): Promise<string> {
  if (input.size > maxBytes)
    throw createTooLargeError(`${documentLimits.characters / 1_000_000} million characters of text`);
  const bytes = await readFile(input.path);
  const declared = findDeclaredEncoding?.(bytes) ?? null;
  const decoded = await decodeText(bytes, { chosen: input.encoding, declared });
  if (decoded === null) throw createContentMismatchError(fileTypeOf(input.name)?.kind ?? null);
  const { text, encoding, isGuess, removedCount } = decoded;
  if (isGuess) input.note("encodingGuessed", { detail: encoding });
  if (removedCount > 0) input.note("charactersRemoved", { count: removedCount });
  const unreadableCount = text.split("\ufffd").length - 1;
  if (unreadableCount > 0) input.note("charactersUnreadable", { count: unreadableCount });
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

/**
 * Splits text at blank lines, and long blocks after a maximum length. `line` is a block's first line, counted from 1.
 */
export function* splitBlocks(text: string): Generator<{ line: number; content: string }> {
  let lines: string[] = [];
  let length = 0;
  let firstLine = 1;
  let lineNumber = 0;
  const endBlock = () => {
    const content = lines.join("\n");
    const line = firstLine;
    lines = [];
    length = 0;
    return { line, content };
  };
  for (const line of splitLines(text)) {
    lineNumber++;
    const isBlank = line.trim() === "";
    if (lines.length > 0 && (isBlank || lines.length >= maxLines || length > maxCharacters)) yield endBlock();
    if (isBlank) continue;
    if (lines.length === 0) firstLine = lineNumber;
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) yield endBlock();
}

/** Yields the lines one by one, because an array could have millions of strings. */
export function* splitLines(text: string): Generator<string> {
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf("\n", start);
    yield end < 0 ? text.slice(start) : text.slice(start, end);
    if (end < 0) return;
    start = end + 1;
  }
}
