/** A mark such as `[1, 3-5]`, split into its numbers and the characters between them. */
export interface CitationMark {
  /** The source text of the mark. */
  raw: string;
  pieces: readonly CitationPiece[];
}

/** `implied`: a number between the ends of a range, which is not in the source. */
export type CitationPiece = { kind: "characters"; text: string } | { kind: "number" | "implied"; number: number };

const mark = /\[ ?[1-9]\d{0,3}(?: ?[,;\-–] ?[1-9]\d{0,3})* ?\]/g;
/** A longer range shows only its two ends. */
const maxExpandedRange = 12;

/**
 * Splits a text at its citation marks, those whose numbers are all `known`. The strings and the marks' `raw` joined
 * equal the text.
 */
export function splitCitations(text: string, known: ReadonlySet<number>): (string | CitationMark)[] {
  const parts: (string | CitationMark)[] = [];
  let done = 0;
  for (const { 0: raw, index } of text.matchAll(mark)) {
    const pieces = splitMark(raw, known);
    if (!pieces) continue;
    if (index > done) parts.push(text.slice(done, index));
    parts.push({ raw, pieces });
    done = index + raw.length;
  }
  if (done < text.length) parts.push(text.slice(done));
  return parts;
}

function splitMark(raw: string, known: ReadonlySet<number>): CitationPiece[] | null {
  const pieces: CitationPiece[] = [];
  let last: number | null = null;
  let isRange = false;
  for (const [text] of raw.matchAll(/\d+|\D+/g)) {
    const number = Number(text);
    if (!/^\d/.test(text)) {
      isRange = /[-–]/.test(text);
      pieces.push({ kind: "characters", text });
      continue;
    }
    if (!known.has(number) || (isRange && last !== null && number <= last)) return null;
    if (isRange && last !== null && number - last <= maxExpandedRange) {
      for (let between = last + 1; between < number; between++) {
        if (known.has(between)) pieces.push({ kind: "implied", number: between });
      }
    }
    pieces.push({ kind: "number", number });
    last = number;
  }
  return pieces;
}
