export interface TextPart {
  /** The start index, in UTF-16 code units. */
  from: number;
  text: string;
  isMarked: boolean;
}

/**
 * Splits text at its marks ([start, end) each). Overlapping and adjacent marks count as one; parts outside the text are
 * ignored.
 */
export function splitAtMarks(text: string, marks: readonly (readonly [number, number])[]): TextPart[] {
  const parts: TextPart[] = [];
  let position = 0;
  const addPart = (end: number, isMarked: boolean) => {
    if (end <= position) return;
    const last = parts.at(-1);
    if (last?.isMarked && isMarked) last.text += text.slice(position, end);
    else parts.push({ from: position, text: text.slice(position, end), isMarked });
    position = end;
  };
  for (const [start, end] of marks.toSorted(([a], [b]) => a - b)) {
    addPart(Math.min(start, text.length), false);
    addPart(Math.min(end, text.length), true);
  }
  addPart(text.length, false);
  return parts;
}
