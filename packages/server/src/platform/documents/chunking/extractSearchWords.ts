import { removeUnspacedRuns, toBigrams } from "./bigrams.ts";

/** The searchable form of a text. */
export interface SearchWords {
  /** The words in order, in lower case and with accents, for a language's stemmer; without unspaced scripts. */
  words: string[];
  /** Language-independent terms: words without accents, compounds without their inner punctuation, and bigrams. */
  plain: string[];
}

const maxWordLength = 60;
/** Matches a word, or a code, address, date or name with inner punctuation, in linear time. */
const compoundPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:[-_./:@+'’#][\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*/gu;
const innerPunctuationPattern = /[-_./:@+'’#]/g;
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/**
 * Extracts the search terms of a text, after folding Unicode compatibility forms (NFKC) and case. The database does not
 * do this, because the result would depend on its locale.
 */
export function extractSearchWords(text: string): SearchWords {
  // A soft hyphen or zero-width character does not end a word.
  const foldedText = separateRaisedFigures(text)
    .normalize("NFKC")
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/gu, "")
    .toLowerCase()
    .normalize("NFC");
  const spacedText = removeUnspacedRuns(foldedText);
  const words = spacedText.match(wordPattern)?.map(truncateWord) ?? [];
  const compounds = (spacedText.match(compoundPattern) ?? []).flatMap((compound) => {
    const joinedCompound = compound.replace(innerPunctuationPattern, "");
    return joinedCompound.length < compound.length ? [truncateWord(joinedCompound)] : [];
  });
  return { words, plain: [...words, ...compounds].map(removeAccents).concat(toBigrams(foldedText)) };
}

const raisedFiguresPattern = /(?<!(?:^|[^\p{L}\p{N}])\p{L}{1,2})[⁻⁺]?[⁰¹²³⁴-⁹]+/gu;
const powerOfUnitPattern = /(?<=(?:^|[^\p{L}\p{N}])\p{L}{1,2})\^(?=\p{Nd})/gu;

/**
 * Makes raised figures words of their own, as in "10⁶" and in "2024³" with a note's number, which folding would change
 * to 106 and 20243. Units such as "m²" stay one word, and "m^2" becomes the same.
 */
function separateRaisedFigures(text: string): string {
  return text.replace(raisedFiguresPattern, " $&").replace(powerOfUnitPattern, "");
}

/**
 * Removes accents from Latin, Greek and Cyrillic letters, and replaces letters such as ß and ø by plain ones. Marks
 * that belong to one script, as in Hindi, stay.
 */
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

const truncateWord = (text: string) =>
  text.length <= maxWordLength ? text : [...text].slice(0, maxWordLength).join("");
