/** A mark such as `[1, 3-5]`, split into its numbers and the characters between them. */
export interface CitationMark {
  /** The source text of the mark, with the white space before it, because a mark follows its word directly. */
  raw: string;
  segments: readonly MarkSegment[];
}

/** A segment is `implied` if its number lies between the ends of a range and does not occur in the source. */
export type MarkSegment = { kind: "characters"; text: string } | { kind: "number" | "implied"; number: number };

const markPattern = /\s{0,3}\[ ?[1-9]\d{0,3}(?: ?[,;\-–] ?[1-9]\d{0,3})* ?\]/g;
/** The maximum difference between the ends of a range that is expanded. A longer range shows only its two ends. */
const maxExpandedRange = 12;

/**
 * Splits text at its citation marks. A mark counts only if all its numbers are in `knownNumbers`; with null, all marks
 * count. The strings and the marks' `raw`, joined, equal the text.
 */
export function splitCitations(text: string, knownNumbers: ReadonlySet<number> | null): (string | CitationMark)[] {
  const parts: (string | CitationMark)[] = [];
  let splitOffset = 0;
  for (const { 0: raw, index } of text.matchAll(markPattern)) {
    const segments = splitMark(raw, knownNumbers);
    if (!segments) continue;
    if (index > splitOffset) parts.push(text.slice(splitOffset, index));
    parts.push({ raw, segments });
    splitOffset = index + raw.length;
  }
  if (splitOffset < text.length) parts.push(text.slice(splitOffset));
  return parts;
}

function splitMark(raw: string, knownNumbers: ReadonlySet<number> | null): MarkSegment[] | null {
  const segments: MarkSegment[] = [];
  let lastNumber: number | null = null;
  let isRange = false;
  for (const [text] of raw.matchAll(/\d+|\D+/g)) {
    const number = Number(text);
    if (!/^\d/.test(text)) {
      isRange = /[-–]/.test(text);
      segments.push({ kind: "characters", text });
      continue;
    }
    if ((knownNumbers && !knownNumbers.has(number)) || (isRange && lastNumber !== null && number <= lastNumber))
      return null;
    if (isRange && lastNumber !== null && number - lastNumber <= maxExpandedRange) {
      for (let impliedNumber = lastNumber + 1; impliedNumber < number; impliedNumber++) {
        if (!knownNumbers || knownNumbers.has(impliedNumber)) segments.push({ kind: "implied", number: impliedNumber });
      }
    }
    segments.push({ kind: "number", number });
    lastNumber = number;
  }
  return segments;
}
