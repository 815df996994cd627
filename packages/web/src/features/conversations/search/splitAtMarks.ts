export interface TextPart {
  /** The start index, in UTF-16 code units. */
  from: number;
  text: string;
  isMarked: boolean;
}

/** Splits text at its marks ([start, end) each). Overlapping marks count as one; parts outside the text are ignored. */
export function splitAtMarks(text: string, marks: readonly (readonly [number, number])[]): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  const cut = (end: number, isMarked: boolean) => {
    if (end <= at) return;
    const last = parts.at(-1);
    if (last?.isMarked && isMarked) last.text += text.slice(at, end);
    else parts.push({ from: at, text: text.slice(at, end), isMarked });
    at = end;
  };
  for (const [start, end] of marks.toSorted(([a], [b]) => a - b)) {
    cut(Math.min(start, text.length), false);
    cut(Math.min(end, text.length), true);
  }
  cut(text.length, false);
  return parts;
}
