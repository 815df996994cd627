import { readFile } from "node:fs/promises";
import { fileTypeOf } from "@lectern/contract";
import { decodeText } from "../child/decodeText.ts";
import { contentMismatch } from "../child/detectKind.ts";
import type { FormatInput, FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { tooLargeError } from "../readFailures.ts";

/** A character has at most four bytes, so a larger file certainly exceeds the limit of characters. */
const maxBytes = documentLimits.characters * 4;
/** Lines of one item, for blocks without blank lines such as logs. */
const maxLines = 40;
const maxCharacters = 4_000;

/** Reads plain text: one item per block between blank lines, with the number of its first line. */
export const readPlainText: FormatReader = async (input, items) => {
  const text = await readText(input);
  for (const { line, content } of splitBlocks(text)) items.add(content, { line });
  return { props: {} };
};

/** Reads a file's text. Throws `DocumentReadError` if it is not text, or too long. */
export async function readText(
  input: Pick<FormatInput, "path" | "name" | "size">,
  declared?: (bytes: Buffer) => string | null,
): Promise<string> {
  if (input.size > maxBytes) throw tooLargeError(`${documentLimits.characters / 1_000_000} million characters of text`);
  const bytes = await readFile(input.path);
  const text = decodeText(bytes, declared?.(bytes) ?? null);
  if (text === null) throw contentMismatch(fileTypeOf(input.name)?.kind ?? null);
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

/** Splits text into blocks at blank lines, and splits long blocks. `line` counts from 1. */
export function* splitBlocks(text: string): Generator<{ line: number; content: string }> {
  let lines: string[] = [];
  let length = 0;
  let first = 1;
  let number = 0;
  const flush = () => {
    const content = lines.join("\n");
    const line = first;
    lines = [];
    length = 0;
    return { line, content };
  };
  for (const line of splitLines(text)) {
    number++;
    const isBlank = line.trim() === "";
    if (lines.length > 0 && (isBlank || lines.length >= maxLines || length > maxCharacters)) yield flush();
    if (isBlank) continue;
    if (lines.length === 0) first = number;
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) yield flush();
}

/** A generator, because a text of empty lines would be an array of millions of strings. */
export function* splitLines(text: string): Generator<string> {
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf("\n", start);
    yield end < 0 ? text.slice(start) : text.slice(start, end);
    if (end < 0) return;
    start = end + 1;
  }
}
