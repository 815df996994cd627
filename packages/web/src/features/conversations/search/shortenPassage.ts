import { foldText, type MessageHit } from "@lectern/contract";

type Passage = Pick<MessageHit, "passage" | "marks">;

const maxCharactersBefore = 20;

/**
 * Shortens a passage to the part that has the most different marked words, between whole words, so that no marked word
 * is cut. Longer than `maxCharacters` only if its first marked word is.
 */
export function shortenPassage({ passage, marks }: Passage, maxCharacters: number): Passage {
  const start = findDensestMark(passage, marks, maxCharacters - maxCharactersBefore);
  if (passage.length <= maxCharacters || !start) return { passage, marks };
  // What follows the last words is room for more before them.
  const before = Math.max(maxCharactersBefore, maxCharacters - (passage.length - start[0]));
  const from = findWordStart(passage, Math.max(0, start[0] - before), start[0], marks);
  const to = findWordEnd(passage, from + maxCharacters, start[1], marks);
  const opening = from > 0 ? "…" : "";
  const closing = to < passage.length ? "…" : "";
  const offset = opening.length - from;
  return {
    passage: `${opening}${passage.slice(from, to).trimEnd()}${closing}`,
    marks: marks
      .filter(([markStart, markEnd]) => markStart >= from && markEnd <= to)
      .map(([markStart, markEnd]): [number, number] => [markStart + offset, markEnd + offset]),
  };
}

/** Finds the first mark after which `length` characters have the most different marked words. */
function findDensestMark(passage: string, marks: Passage["marks"], length: number) {
  let densestMark: { mark: [number, number]; words: number } | undefined;
  for (const mark of marks) {
    const markedTexts = marks
      .filter(([start, end]) => start >= mark[0] && end <= mark[0] + length)
      .map(([start, end]) => foldText(passage.slice(start, end)));
    const words = new Set(markedTexts).size;
    if (!densestMark || words > densestMark.words) densestMark = { mark, words };
  }
  return densestMark?.mark;
}

const isInMark = (index: number, marks: Passage["marks"]) => marks.some(([from, to]) => from < index && index < to);

/** Finds the first start of a word from `from` to `matchStart`, which may be inside of a word. */
function findWordStart(passage: string, from: number, matchStart: number, marks: Passage["marks"]): number {
  if (from === 0) return 0;
  for (let index = from; index <= matchStart; index += 1) {
    if (/\s/.test(passage.charAt(index - 1)) && !isInMark(index, marks)) return index;
  }
  return matchStart;
}

/** Finds the last end of a word from `matchEnd` to `to`; the word of the match has precedence. */
function findWordEnd(passage: string, to: number, matchEnd: number, marks: Passage["marks"]): number {
  if (to >= passage.length) return passage.length;
  for (let index = to; index > matchEnd; index -= 1) {
    if (/\s/.test(passage.charAt(index)) && !isInMark(index, marks)) return index;
  }
  return matchEnd;
}
