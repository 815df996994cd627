import type { Chunk } from "../../../server/src/platform/documents/documentReader.ts";

const vocabularySize = 50_000;
const wordsPerChunk = 300;
/** A chunk of `wordsPerChunk` words has about as many tokens as the chunker's target. */
const tokensPerChunk = 400;
const syllables = [
  "ba",
  "con",
  "der",
  "el",
  "fi",
  "gor",
  "hu",
  "in",
  "ka",
  "lor",
  "men",
  "no",
  "pra",
  "qui",
  "ros",
  "ti",
  "ul",
  "ver",
  "wy",
  "zo",
];

/**
 * Text with the word frequencies of a natural language: the n-th most frequent word occurs 1/n as often as the first
 * (Zipf).
 */
export interface SyntheticText {
  chunk(): Chunk;
  /** Builds a question from words of the chunk. */
  question(chunk: Chunk): string;
}

export function createSyntheticText(seed: number): SyntheticText {
  const random = createRandom(seed);
  const words = Array.from({ length: vocabularySize }, (_, rank) => wordOf(rank));
  const harmonic = Math.log(vocabularySize) + 0.5772;
  // The inverse of the cumulative distribution, approximating harmonic numbers by logarithms.
  const drawWord = () => words[Math.min(vocabularySize - 1, Math.floor(Math.exp(random() * harmonic)) - 1)] ?? "ba";

  return {
    chunk: () => ({
      content: Array.from({ length: wordsPerChunk }, drawWord).join(" "),
      headings: "",
      tokens: tokensPerChunk,
      charIndex: 0,
      locations: [{ page: 1 }],
      originalIndexes: [0],
      language: "english",
    }),
    question({ content }) {
      const all = content.split(" ");
      return Array.from({ length: 8 }, () => all[Math.floor(random() * all.length)]).join(" ");
    },
  };
}

function wordOf(rank: number): string {
  let word = "";
  for (let rest = rank + 20; rest > 0; rest = Math.floor(rest / syllables.length))
    word += syllables[rest % syllables.length];
  return word;
}

/** Creates a pseudo-random generator (mulberry32) of numbers from 0 up to, but not including, 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixedState = Math.imul(state ^ (state >>> 15), 1 | state);
    mixedState = (mixedState + Math.imul(mixedState ^ (mixedState >>> 7), 61 | mixedState)) ^ mixedState;
    return ((mixedState ^ (mixedState >>> 14)) >>> 0) / 4_294_967_296;
  };
}
