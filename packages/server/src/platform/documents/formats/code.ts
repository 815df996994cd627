import type { FormatReader } from "../child/formatReader.ts";
import { readText, splitLines } from "./text.ts";

const minLines = 25;
const maxLines = 80;
const maxCharacters = 4_000;

/** Reads source code: items that start at a new function or section, each with the number of its first line. */
export const readCode: FormatReader = async (input, items) => {
  const text = await readText(input);
  let lines: string[] = [];
  let length = 0;
  let first = 1;
  let number = 0;
  let wasBlank = false;
  const flush = () => {
    items.add(lines.join("\n"), { line: first }, "code");
    lines = [];
    length = 0;
  };
  for (const line of splitLines(text)) {
    number++;
    const isBlank = line.trim() === "";
    // In most languages, an unindented line after a blank one starts a new section.
    const startsSection = wasBlank && /^[^\s})\]]/.test(line);
    const isFull = lines.length >= maxLines || length > maxCharacters;
    if (lines.length > 0 && (isFull || (startsSection && lines.length >= minLines))) flush();
    wasBlank = isBlank;
    if (isBlank && lines.length === 0) continue;
    if (lines.length === 0) first = number;
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) flush();
  return { props: {} };
};
