/**
 * "Unspaced" characters: those of scripts without spaces between words, and Korean ones, because PostgreSQL has no
 * stemmer for Korean. Scripts also have symbols and punctuation, which are not searched.
 */
const unspacedCharacters =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Hangul}ー々〆]--[\\p{S}\\p{P}]";
const unspacedRunPattern = new RegExp(`[[${unspacedCharacters}]\\p{M}]+`, "gv");
const unspacedLetterPattern = new RegExp(`[${unspacedCharacters}]`, "gv");
const letterWithMarksPattern = new RegExp(`[${unspacedCharacters}]\\p{M}*`, "gv");

/** Returns the pairs of adjacent letters in each unspaced run. A run of one letter yields that letter. */
export function toBigrams(text: string): string[] {
  return (text.match(unspacedRunPattern) ?? []).flatMap((run) => {
    const letters = splitLetters(run);
    if (letters.length < 2) return letters;
    return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
}

/** Replaces each unspaced run with a space, so that only the words of other scripts remain. */
export function removeUnspacedRuns(text: string): string {
  return text.replace(unspacedRunPattern, (run) => (run.search(unspacedLetterPattern) >= 0 ? " " : run));
}

/** Counts the letters of scripts without spaces. */
export function countUnspacedLetters(text: string): number {
  return text.match(unspacedLetterPattern)?.length ?? 0;
}

/** Splits a run into letters, each with its combining marks. Drops leading marks, which belong to the word before. */
function splitLetters(run: string): string[] {
  return run.match(letterWithMarksPattern) ?? [];
}
