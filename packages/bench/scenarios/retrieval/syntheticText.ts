import type { Chunk } from "../../../server/src/platform/documents/documentReader.ts";

const vocabularySize = 50_000;
const wordsPerChunk = 300;
/** A chunk of so many words has about as many tokens as the chunker aims at. */
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

/** Text whose words are as frequent as a language's: the n-th most frequent occurs 1/n as often as the first (Zipf). */
export interface SyntheticText {
  chunk(): Chunk;
  /** Words of one chunk, as a person might ask for it. */
  question(chunk: Chunk): string;
}

export function createSyntheticText(seed: number): SyntheticText {
  const random = createRandom(seed);
  const words = Array.from({ length: vocabularySize }, (_, rank) => wordOf(rank));
  const harmonic = Math.log(vocabularySize) + 0.5772;
  // The inverse of the cumulative distribution, as far as the harmonic numbers are logarithms.
  const draw = () => words[Math.min(vocabularySize - 1, Math.floor(Math.exp(random() * harmonic)) - 1)] ?? "ba";

  return {
    chunk: () => ({
      content: Array.from({ length: wordsPerChunk }, draw).join(" "),
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

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
