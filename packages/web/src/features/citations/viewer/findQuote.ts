/** A range of text in UTF-16 code units: `from` inclusive, `to` exclusive. */
export interface TextRange {
  from: number;
  to: number;
}

/** A shorter overlap is treated as a coincidence. */
const minOverlapCharacters = 12;
const maxComparedCharacters = 8_000;

/**
 * Finds the part of an item's text that a quote covers: the whole quote, all of the text if the quote contains it, or
 * their overlap if the quote starts or ends within the text. Ignores white space. Returns null if the quote covers no
 * part, or less than `minOverlapCharacters` at an end of the text.
 */
export function findQuote(text: string, quote: string): TextRange | null {
  const { letters, toRange } = stripWhitespace(text);
  const quoteLetters = stripWhitespace(quote).letters;
  if (letters === "" || quoteLetters === "") return null;
  const start = letters.indexOf(quoteLetters);
  if (start !== -1) return toRange(start, start + quoteLetters.length);
  if (quoteLetters.includes(letters)) return toRange(0, letters.length);
  const overlapAtEnd = getOverlapLength(letters, quoteLetters);
  const overlapAtStart = getOverlapLength(quoteLetters, letters);
  if (Math.max(overlapAtEnd, overlapAtStart) < minOverlapCharacters) return null;
  return overlapAtEnd >= overlapAtStart
    ? toRange(letters.length - overlapAtEnd, letters.length)
    : toRange(0, overlapAtStart);
}

/** Returns the length of the longest suffix of `first` that is a prefix of `second`. */
function getOverlapLength(first: string, second: string): number {
  const end = first.slice(-maxComparedCharacters);
  const start = second.slice(0, maxComparedCharacters);
  // Knuth–Morris–Pratt: for each position, the length of the longest proper prefix of `start` that ends there.
  const borders = new Int32Array(start.length);
  let length = 0;
  for (let position = 1; position < start.length; position++) {
    while (length > 0 && start[position] !== start[length]) length = borders[length - 1] ?? 0;
    if (start[position] === start[length]) length++;
    borders[position] = length;
  }
  length = 0;
  for (const character of end.split("")) {
    while (length > 0 && (length === start.length || character !== start[length])) length = borders[length - 1] ?? 0;
    if (character === start[length]) length++;
  }
  return length;
}

/** Removes white space. `toRange` maps a range of the stripped letters back to the original text. */
function stripWhitespace(text: string) {
  const offsets: number[] = [];
  let letters = "";
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    letters += run;
    for (let position = 0; position < run.length; position++) offsets.push(index + position);
  }
  return {
    letters,
    toRange: (from: number, to: number): TextRange => ({ from: offsets[from] ?? 0, to: (offsets[to - 1] ?? -1) + 1 }),
  };
}
