/** A range of letters: `from` inclusive, `to` exclusive. */
export interface LetterRange {
  from: number;
  to: number;
}

/** The minimum number of equal letters. */
const seedLetters = 12;
/** A shorter range counts only near a longer one. */
const certainLetters = 24;
const nearLetters = 120;
/** Ranges with at most this many letters between them become one. */
const gapLetters = 30;
const maxPageLetters = 100_000;
const maxQuoteLetters = 20_000;
const maxCandidates = 40;

/**
 * Finds the parts of a page that a passage covers. Compares letters only. The passage may have other text in between, a
 * different order of columns, and parts on other pages. Returns ranges in ascending order; none if there is no match.
 */
export function findPassage(pageLetters: string, quoteLetters: string): LetterRange[] {
  const page = pageLetters.slice(0, maxPageLetters);
  const quote = quoteLetters.slice(0, maxQuoteLetters);
  if (quote.length < seedLetters) {
    const from = quote === "" ? -1 : page.indexOf(quote);
    return from === -1 ? [] : [{ from, to: from + quote.length }];
  }
  const found = dropUncertain(findEqualParts(page, quote));
  return joinNear(found);
}

function findEqualParts(page: string, quote: string): LetterRange[] {
  const positions = indexSeeds(page);
  const ranges: LetterRange[] = [];
  let lastEnd = 0;
  for (let offset = 0; offset + seedLetters <= quote.length; ) {
    const candidates = positions.get(quote.slice(offset, offset + seedLetters)) ?? [];
    let best: LetterRange | null = null;
    for (const from of candidates) {
      const to = from + countEqual(page, from, quote, offset);
      const isNearer = best !== null && Math.abs(from - lastEnd) < Math.abs(best.from - lastEnd);
      if (best === null || to - from > best.to - best.from || (to - from === best.to - best.from && isNearer))
        best = { from, to };
    }
    if (best) {
      ranges.push(best);
      lastEnd = best.to;
    }
    offset += best ? best.to - best.from : 1;
  }
  return ranges.sort((a, b) => a.from - b.from);
}

/** Maps each sequence of `seedLetters` letters to where it starts; at most `maxCandidates` places. */
function indexSeeds(page: string): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (let from = 0; from + seedLetters <= page.length; from++) {
    const seed = page.slice(from, from + seedLetters);
    const known = positions.get(seed);
    if (!known) positions.set(seed, [from]);
    else if (known.length < maxCandidates) known.push(from);
  }
  return positions;
}

function countEqual(page: string, from: number, quote: string, offset: number): number {
  let count = 0;
  while (from + count < page.length && offset + count < quote.length && page[from + count] === quote[offset + count])
    count++;
  return count;
}

/** Drops short ranges far from longer ones, because a few equal words may be a coincidence. */
function dropUncertain(ranges: readonly LetterRange[]): LetterRange[] {
  const certain = ranges.filter(({ from, to }) => to - from >= certainLetters);
  if (certain.length === 0) return [...ranges];
  return ranges.filter(({ from, to }) =>
    certain.some((range) => from - range.to <= nearLetters && range.from - to <= nearLetters),
  );
}

function joinNear(ranges: readonly LetterRange[]): LetterRange[] {
  const joined: LetterRange[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (last && range.from - last.to <= gapLetters) last.to = Math.max(last.to, range.to);
    else joined.push({ ...range });
  }
  return joined;
}

/** Letters and digits of a text in lower case, and for each its position in the text in UTF-16 code units. */
export interface Letters {
  letters: string;
  offsets: readonly number[];
}

/**
 * Reduces a text to its letters and digits without accents, so that white space, hyphens, ligatures, markup and accents
 * that stand apart in the page do not matter.
 */
export function toLetters(text: string): Letters {
  const offsets: number[] = [];
  let letters = "";
  let offset = 0;
  for (const character of text) {
    const normalized = character
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, "");
    letters += normalized;
    for (let unit = 0; unit < normalized.length; unit++) offsets.push(offset);
    offset += character.length;
  }
  return { letters, offsets };
}

/** Letters of scripts that do not separate words by spaces. */
const unspacedLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
/** What can be inside a word, or inside the number of a section. */
const innerCharacters = /^[.,’'\u00ad\u2010-]*$/;

/** Returns for each letter of a text whether a word starts there. In scripts without spaces, every letter does. */
export function findWordStarts(text: string, { letters, offsets }: Letters): boolean[] {
  return offsets.map((offset, index) => {
    const previous = offsets[index - 1];
    if (previous === undefined) return true;
    if (unspacedLetter.test(letters[index] ?? "") || unspacedLetter.test(letters[index - 1] ?? "")) return true;
    return previous !== offset && !innerCharacters.test(text.slice(previous + 1, offset));
  });
}

/** Leaves out words at the ends of a range of which it covers only a part, unless no word would remain. */
export function trimToWords(range: LetterRange, wordStarts: readonly boolean[]): LetterRange {
  let { from, to } = range;
  while (from < to && !wordStarts[from]) from++;
  while (to > from && to < wordStarts.length && !wordStarts[to]) to--;
  return to > from ? { from, to } : range;
}
