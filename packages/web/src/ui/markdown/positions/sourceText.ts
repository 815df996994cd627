/** A text that was taken from the source, possibly without the prefixes of its lines, such as `> `. */
export interface SourceText {
  text: string;
  /** Returns the offset in the source of the character at `index`; NaN if the source has it in an earlier place. */
  at: (index: number) => number;
}

export interface SourceRange {
  start: number;
  end: number;
}

/** Thrown if the source of a rendered element cannot be determined exactly. */
export class UnknownPositionError extends Error {}

/** Returns the part of `parent` from `start`, which must be `text`. Throws `UnknownPositionError`. */
export function takePart(parent: SourceText, start: number, text: string): SourceText {
  if (!parent.text.startsWith(text, start)) throw new UnknownPositionError();
  return { text, at: (index) => parent.at(start + index) };
}

/** Returns parts of `parent` that follow one another, which must be all of it up to white space. Throws as `takePart`. */
export function takeParts(parent: SourceText, texts: readonly string[]): SourceText[] {
  let start = 0;
  const parts = texts.map((text) => {
    const part = takePart(parent, start, text);
    start += text.length;
    return part;
  });
  if (parent.text.slice(start).trim() !== "") throw new UnknownPositionError();
  return parts;
}

/**
 * Returns `text` as a part of `parent`: its lines are those of `parent` from `firstLine`, each without some of its first
 * characters. Throws `UnknownPositionError` if they are not.
 */
export function takeLines(parent: SourceText, text: string, firstLine = 0): SourceText {
  const parentLines = parent.text.split("\n");
  let parentStart = 0;
  for (const line of parentLines.splice(0, firstLine)) parentStart += line.length + 1;
  const lineStarts: number[] = [];
  const parentOffsets: number[] = [];
  let start = 0;
  text.split("\n").forEach((line, index) => {
    const parentLine = parentLines[index];
    if (!parentLine?.endsWith(line)) throw new UnknownPositionError();
    lineStarts.push(start);
    parentOffsets.push(parentStart + parentLine.length - line.length);
    start += line.length + 1;
    parentStart += parentLine.length + 1;
  });
  const at = (index: number) => {
    const line = lineStarts.findLastIndex((lineStart) => lineStart <= index);
    return parent.at((parentOffsets[line] ?? 0) + index - (lineStarts[line] ?? 0));
  };
  return { text, at };
}

/** Returns the offsets of a part that is not empty. */
export const getRange = ({ text, at }: SourceText): SourceRange => ({ start: at(0), end: at(text.length - 1) + 1 });

/** Returns a section as the parser reads it: with the header of its table and without carriage returns. */
export function toParsedText(raw: string, start: number, tableHead: string): SourceText {
  const text = (tableHead + raw).replace(/\r\n?/g, "\n");
  const head = tableHead.replace(/\r\n?/g, "\n");
  if (!raw.includes("\r")) {
    return { text, at: (index) => (index < head.length ? Number.NaN : start + index - head.length) };
  }
  const offsets = Array.from(raw.matchAll(/\r\n?|[\s\S]/g), (match) => start + match.index + match[0].length - 1);
  return { text, at: (index) => offsets[index - head.length] ?? Number.NaN };
}
