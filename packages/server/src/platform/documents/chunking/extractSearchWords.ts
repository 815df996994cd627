import { bigramsOf, removeUnspaced } from "./bigrams.ts";

/** A text as it is searched. */
export interface SearchWords {
  /** Its words in order, in lower case and with their accents, for the stemmer of a language. */
  words: string[];
  /** What is found in any language: words without accents, words written with inner signs as one, and bigrams. */
  plain: string[];
}

const longestWord = 60;
/** A word, or a code, an address, a date, a name: parts that belong together. It fails at no letter, so that it takes no longer than the text is long. */
const joined = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-_./:@+'’#][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const joints = /[-_./:@+'’#]/g;
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/**
 * Takes a text apart in the same way on every database, so that nothing depends on what a server's locale takes for a letter.
 * Unicode compatibility forms (NFKC) and case are folded.
 */
export function extractSearchWords(text: string): SearchWords {
  // A soft hyphen or zero-width sign inside a word is no end of it.
  const folded = text
    .normalize("NFKC")
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/gu, "")
    .toLowerCase()
    .normalize("NFC");
  const spaced = removeUnspaced(folded);
  const words = spaced.match(word)?.map(shortened) ?? [];
  const wholes = (spaced.match(joined) ?? []).flatMap((whole) => {
    const letters = whole.replace(joints, "");
    return letters.length < whole.length ? [shortened(letters)] : [];
  });
  return { words, plain: [...words, ...wholes].map(removeAccents).concat(bigramsOf(folded)) };
}

/** Latin, Greek and Cyrillic letters without their accents; marks that make other letters, as in Hindi, stay. */
export function removeAccents(word: string): string {
  return word
    .normalize("NFD")
    .replace(/\p{Script=Inherited}+/gu, "")
    .normalize("NFC")
    .replace(/[ßøłđæœıþð]/gu, (letter) => plainLetters[letter] ?? letter);
}

const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  ø: "o",
  ł: "l",
  đ: "d",
  æ: "ae",
  œ: "oe",
  ı: "i",
  þ: "th",
  ð: "d",
};

const shortened = (text: string) => (text.length <= longestWord ? text : [...text].slice(0, longestWord).join(""));
