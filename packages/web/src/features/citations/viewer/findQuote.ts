/** A stretch of a text, in UTF-16 code units: `from` included, `to` not. */
export interface Stretch {
  from: number;
  to: number;
}

/** Shorter than this, two texts that overlap may do so by chance. */
const shortestOverlap = 12;
const longestCompared = 8_000;

/**
 * Where a piece of a document says what a quote says: all of it, some of it, or, where the quote begins or ends in the piece,
 * the part that they share. White space does not count. Null: they share nothing.
 */
export function findQuote(text: string, quote: string): Stretch | null {
  const piece = withoutSpace(text);
  const sought = withoutSpace(quote).letters;
  const { letters } = piece;
  if (letters === "" || sought === "") return null;
  const at = letters.indexOf(sought);
  if (at !== -1) return piece.stretch(at, at + sought.length);
  if (sought.includes(letters)) return piece.stretch(0, letters.length);
  const ending = overlap(letters, sought);
  const beginning = overlap(sought, letters);
  if (Math.max(ending, beginning) < shortestOverlap) return null;
  return ending >= beginning ? piece.stretch(letters.length - ending, letters.length) : piece.stretch(0, beginning);
}

/** How many of the last characters of `first` are the first ones of `second`. */
function overlap(first: string, second: string): number {
  const end = first.slice(-longestCompared);
  const start = second.slice(0, longestCompared);
  // Knuth, Morris and Pratt: for each place, how long a beginning of `start` ends there.
  const borders = new Int32Array(start.length);
  let length = 0;
  for (let at = 1; at < start.length; at++) {
    while (length > 0 && start[at] !== start[length]) length = borders[length - 1] ?? 0;
    if (start[at] === start[length]) length++;
    borders[at] = length;
  }
  length = 0;
  for (const character of end.split("")) {
    while (length > 0 && (length === start.length || character !== start[length])) length = borders[length - 1] ?? 0;
    if (character === start[length]) length++;
  }
  return length;
}

function withoutSpace(text: string) {
  const places: number[] = [];
  let letters = "";
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    letters += run;
    for (let offset = 0; offset < run.length; offset++) places.push(index + offset);
  }
  return {
    letters,
    stretch: (from: number, to: number): Stretch => ({ from: places[from] ?? 0, to: (places[to - 1] ?? -1) + 1 }),
  };
}
