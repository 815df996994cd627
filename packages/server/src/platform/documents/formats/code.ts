import type { FormatReader } from "../child/formatReader.ts";
import { readText, splitLines } from "./text.ts";

const minLines = 25;
const maxLines = 80;
const maxCharacters = 4_000;

/**
 * Reads source code as items of at most 80 lines that start at a new function or section if possible, each with the
 * number of its first line.
 */
export const readCode: FormatReader = async (input, items) => {
  const text = await readText(input);
  let lines: string[] = [];
  let length = 0;
  let firstLine = 1;
  let lineNumber = 0;
  let wasBlank = false;
  const flush = () => {
    items.add(lines.join("\n"), { line: firstLine }, "code");
    lines = [];
    length = 0;
  };
  for (const line of splitLines(text)) {
    lineNumber++;
    const isBlank = line.trim() === "";
    // In most languages, an unindented line after a blank one starts a new section.
    const startsSection = wasBlank && /^[^\s})\]]/.test(line);
    const isFull = lines.length >= maxLines || length > maxCharacters;
    if (lines.length > 0 && (isFull || (startsSection && lines.length >= minLines))) flush();
    wasBlank = isBlank;
    if (isBlank && lines.length === 0) continue;
    if (lines.length === 0) firstLine = lineNumber;
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) flush();
  return { props: {} };
};
