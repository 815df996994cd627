import { readFile } from "node:fs/promises";
import { fileTypeOf } from "@lectern/contract";
import { decodeText } from "../child/decodeText.ts";
import { contentMismatch } from "../child/detectKind.ts";
import type { FormatInput, FormatReader } from "../child/formatReader.ts";
import { documentLimits } from "../documentLimits.ts";
import { tooMuch } from "../readFailures.ts";

/** A character takes four bytes at most: a larger file has more characters than are taken. */
const mostBytes = documentLimits.characters * 4;
/** Lines of a block without blank lines, as in a log, that come as one piece. */
const mostLines = 40;
const mostCharacters = 4_000;

/** Plain text: a piece for each block between blank lines, with the number of its first line. */
export const readPlainText: FormatReader = async (input, items) => {
  const text = await readText(input);
  for (const { line, content } of blocksOf(text)) items.add(content, { line });
  return { props: {} };
};

/** The text of a file. Throws `DocumentReadError` where it is none, or too long. */
export async function readText(
  input: Pick<FormatInput, "path" | "name" | "size">,
  declared?: (bytes: Buffer) => string | null,
): Promise<string> {
  if (input.size > mostBytes) throw tooMuch(`${documentLimits.characters / 1_000_000} million characters of text`);
  const bytes = await readFile(input.path);
  const text = decodeText(bytes, declared?.(bytes) ?? null);
  if (text === null) throw contentMismatch(fileTypeOf(input.name)?.kind ?? null);
  return text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");
}

/** Blocks of lines, cut where they grow long. `line` counts from 1. */
export function* blocksOf(text: string): Generator<{ line: number; content: string }> {
  let lines: string[] = [];
  let length = 0;
  let first = 1;
  let number = 0;
  const take = () => {
    const content = lines.join("\n");
    const line = first;
    lines = [];
    length = 0;
    return { line, content };
  };
  for (const line of linesOf(text)) {
    number++;
    const isBlank = line.trim() === "";
    if (lines.length > 0 && (isBlank || lines.length >= mostLines || length > mostCharacters)) yield take();
    if (isBlank) continue;
    if (lines.length === 0) first = number;
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) yield take();
}

/** One at a time: a text of empty lines would be millions of strings. */
export function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start <= text.length) {
    const end = text.indexOf("\n", start);
    yield end < 0 ? text.slice(start) : text.slice(start, end);
    if (end < 0) return;
    start = end + 1;
  }
}
