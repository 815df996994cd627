import { foldText } from "@lectern/contract";

/** An answer and a passage share fewer words in a row by chance. */
const minQuotedWords = 7;
const wordSegmenter = new Intl.Segmenter(undefined, { granularity: "word" });

/** A part of a text, in UTF-16 code units. */
export interface TextPart {
  from: number;
  to: number;
}

interface Word extends TextPart {
  folded: string;
}

/**
 * Finds the longest part of a passage that an answer quotes word for word, whatever its line breaks, punctuation and
 * signs. `citingText`: sentences of the answer, one per line. Returns null if nothing is quoted.
 */
export function findQuotedPart(content: string, citingText: string): TextPart | null {
  const words = listWords(content);
  let longest: readonly Word[] = [];
  for (const line of citingText.split("\n")) {
    const citingWords = listWords(line);
    const starts = new Map<string, number>();
    for (const index of citingWords.keys()) starts.set(joinWords(citingWords, index), index);
    let index = 0;
    while (index <= words.length - minQuotedWords) {
      const start = starts.get(joinWords(words, index));
      let length = 0;
      if (start !== undefined && start <= citingWords.length - minQuotedWords)
        while (length < words.length - index && words[index + length]?.folded === citingWords[start + length]?.folded)
          length += 1;
      if (length > longest.length) longest = words.slice(index, index + length);
      index += Math.max(1, length);
    }
  }
  const [first, last] = [longest[0], longest.at(-1)];
  return first && last ? { from: first.from, to: last.to } : null;
}

function listWords(text: string): Word[] {
  return [...wordSegmenter.segment(text)].flatMap(({ segment, index, isWordLike }) =>
    isWordLike ? [{ folded: foldText(segment), from: index, to: index + segment.length }] : [],
  );
}

const joinWords = (words: readonly Word[], from: number): string =>
  words
    .slice(from, from + minQuotedWords)
    .map(({ folded }) => folded)
    .join(" ");
