import type { FormatReader } from "../child/formatReader.ts";
import { linesOf, readText } from "./text.ts";

const enoughLines = 25;
const mostLines = 80;
const mostCharacters = 4_000;

/** Source code: pieces that begin where a new function or section does, each with the number of its first line. */
export const readCode: FormatReader = async (input, items) => {
  const text = await readText(input);
  let lines: string[] = [];
  let length = 0;
  let first = 1;
  let number = 0;
  let wasBlank = false;
  const take = () => {
    items.add(lines.join("\n"), { line: first }, "code");
    lines = [];
    length = 0;
  };
  for (const line of linesOf(text)) {
    number++;
    const isBlank = line.trim() === "";
    // An unindented line behind an empty one begins something, in most languages.
    const begins = wasBlank && /^[^\s})\]]/.test(line);
    const isFull = lines.length >= mostLines || length > mostCharacters;
    if (lines.length > 0 && (isFull || (begins && lines.length >= enoughLines))) take();
    wasBlank = isBlank;
    if (isBlank && lines.length === 0) continue;
    if (lines.length === 0) first = number;
    lines.push(line);
    length += line.length;
  }
  if (lines.length > 0) take();
  return { props: {} };
};
