import { type CitationMark, splitCitations } from "../../ui/markdown/citations/splitCitations.ts";

/**
 * A fenced code block, which may be incomplete, or a code span, which begins only at the first of several backticks:
 * trying each of them took cubic time.
 */
const codePattern = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1|(?![\s\S]))|(?<!`)(`+)(?!`)[^\n]*?[^`]\2(?!`)/gm;

/** Returns the numbers that an answer's text cites, as in `[1, 3-5]`. Marks in code are not citations. */
export function listCitedNumbers(text: string, knownNumbers: ReadonlySet<number>): Set<number> {
  const parts = splitCitations(text.replace(codePattern, " "), knownNumbers);
  return new Set(parts.flatMap((part) => (typeof part === "string" ? [] : listMarkNumbers(part))));
}

/** Returns the sentences of an answer that cite one of these numbers, without the marks. */
export function getCitingText(text: string, numbers: readonly number[], knownNumbers: ReadonlySet<number>): string {
  const citingSentences: string[] = [];
  let lastSentence = "";
  for (const part of splitCitations(text.replace(codePattern, " "), knownNumbers)) {
    // Punctuation between two marks belongs to the sentence before them.
    if (typeof part === "string") lastSentence = getLastSentence(part) ?? lastSentence;
    else if (listMarkNumbers(part).some((number) => numbers.includes(number))) citingSentences.push(lastSentence);
  }
  return citingSentences.join("\n");
}

const listMarkNumbers = ({ segments }: CitationMark): number[] =>
  segments.flatMap((segment) => (segment.kind === "characters" ? [] : [segment.number]));

/** Returns the last sentence of a text that has a letter or a number; undefined: there is none. */
export function getLastSentence(text: string): string | undefined {
  const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(text);
  return [...sentences].findLast(({ segment }) => /[\p{L}\p{N}]/u.test(segment))?.segment.trim();
}
