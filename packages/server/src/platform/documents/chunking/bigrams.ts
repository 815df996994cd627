/** Scripts without spaces between words, and Korean, for which PostgreSQL has no stemmer. */
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Hangul}ー々〆";
const unspacedRuns = new RegExp(`[${unspaced}\\p{M}]+`, "gu");
const unspacedLetters = new RegExp(`[${unspaced}]`, "gu");
const markedLetters = new RegExp(`[${unspaced}]\\p{M}*`, "gu");

/** Pairs of adjacent letters in runs without spaces; a run of one letter gives that letter. */
export function bigramsOf(text: string): string[] {
  return (text.match(unspacedRuns) ?? []).flatMap((run) => {
    const letters = splitLetters(run);
    if (letters.length < 2) return letters;
    return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
}

/** Replaces each such run by a space, to leave only the other words. */
export function removeUnspaced(text: string): string {
  return text.replace(unspacedRuns, (run) => (run.search(unspacedLetters) >= 0 ? " " : run));
}

/** Counts the letters of such scripts. */
export function countUnspaced(text: string): number {
  return text.match(unspacedLetters)?.length ?? 0;
}

/** Keeps a combining mark with the letter before it; marks without a letter belong to another word. */
function splitLetters(run: string): string[] {
  return run.match(markedLetters) ?? [];
}
