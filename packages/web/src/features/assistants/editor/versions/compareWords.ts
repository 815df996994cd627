/** A part of a text that another text has too, or not. */
export interface ComparedPart {
  text: string;
  isDifferent: boolean;
}

/** Memory of 8 MB. */
const maxCells = 4_000_000;
/** Of both texts. Finding the words of longer ones takes too long. */
const maxCharactersForWords = 50_000;

/**
 * Finds the words that only one of two texts has, by their longest common subsequence. Long texts are compared line by
 * line. If they have no word in common, no part is different, because marks would say nothing. Pure.
 */
export function compareWords(a: string, b: string): { a: ComparedPart[]; b: ComparedPart[] } {
  const isLong = a.length + b.length > maxCharactersForWords;
  const pairs = (isLong ? [splitLines] : [splitWords, splitLines]).map((split) => trimCommon(split(a), split(b)));
  const { start, end, a: ownA, b: ownB } = pairs.find((pair) => countCells(pair) <= maxCells) ?? noneInCommon(a, b);
  const { commonA, commonB } = findCommon(ownA, ownB);
  const hasCommonWord = [...start, ...end, ...ownA.filter((_, index) => commonA.has(index))].some(hasText);
  const join = (middle: readonly string[], common: ReadonlySet<number>) =>
    joinParts([
      ...start.map((text) => ({ text, isDifferent: false })),
      ...middle.map((text, index) => ({ text, isDifferent: hasCommonWord && !common.has(index) })),
      ...end.map((text) => ({ text, isDifferent: false })),
    ]);
  return { a: join(ownA, commonA), b: join(ownB, commonB) };
}

const hasText = (text: string) => text.trim() !== "";

/** Words, spaces and punctuation, also of languages that write no spaces. */
const splitWords = (text: string): string[] =>
  Array.from(new Intl.Segmenter(undefined, { granularity: "word" }).segment(text), ({ segment }) => segment);

const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

interface TokenPair {
  /** What both texts start and end with. */
  start: readonly string[];
  end: readonly string[];
  /** What is between. */
  a: readonly string[];
  b: readonly string[];
}

const countCells = ({ a, b }: TokenPair) => (a.length + 1) * (b.length + 1);

const noneInCommon = (a: string, b: string): TokenPair => ({ start: [], end: [], a: [a], b: [b] });

function trimCommon(a: readonly string[], b: readonly string[]): TokenPair {
  const maxCount = Math.min(a.length, b.length);
  let startCount = 0;
  while (startCount < maxCount && a[startCount] === b[startCount]) startCount += 1;
  let endCount = 0;
  while (endCount < maxCount - startCount && a.at(-1 - endCount) === b.at(-1 - endCount)) endCount += 1;
  return {
    start: a.slice(0, startCount),
    end: a.slice(a.length - endCount),
    a: a.slice(startCount, a.length - endCount),
    b: b.slice(startCount, b.length - endCount),
  };
}

/** Returns the positions of a longest common subsequence. */
function findCommon(a: readonly string[], b: readonly string[]): { commonA: Set<number>; commonB: Set<number> } {
  const width = b.length + 1;
  // The length of the longest common subsequence of what follows each pair of positions.
  const lengths = new Uint16Array((a.length + 1) * width);
  const getLength = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j] ? getLength(i + 1, j + 1) + 1 : Math.max(getLength(i + 1, j), getLength(i, j + 1));
  const commonA = new Set<number>();
  const commonB = new Set<number>();
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      commonA.add(i++);
      commonB.add(j++);
    } else if (getLength(i + 1, j) >= getLength(i, j + 1)) i++;
    else j++;
  }
  return { commonA, commonB };
}

/** Joins parts of one kind, with the spaces between two different words. */
function joinParts(parts: readonly ComparedPart[]): ComparedPart[] {
  const joined: ComparedPart[] = [];
  parts.forEach(({ text, isDifferent }, index) => {
    const last = joined.at(-1);
    const isBetween = !hasText(text) && last?.isDifferent === true && parts[index + 1]?.isDifferent === true;
    if (last && (last.isDifferent === isDifferent || isBetween)) last.text += text;
    else joined.push({ text, isDifferent });
  });
  return joined;
}
