/** Characters of scripts without spaces between words, and of Korean, for which PostgreSQL has no stemmer. */
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Hangul}ー々〆";
const unspacedRuns = new RegExp(`[${unspaced}\\p{M}]+`, "gu");
const unspacedLetters = new RegExp(`[${unspaced}]`, "gu");
const markedLetters = new RegExp(`[${unspaced}]\\p{M}*`, "gu");

/** Returns the pairs of adjacent letters in runs of these scripts. A run of one letter yields that letter. */
export function toBigrams(text: string): string[] {
  return (text.match(unspacedRuns) ?? []).flatMap((run) => {
    const letters = splitLetters(run);
    if (letters.length < 2) return letters;
    return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
}

/** Replaces each run of these scripts with a space, so that only the other words remain. */
export function removeUnspaced(text: string): string {
  return text.replace(unspacedRuns, (run) => (run.search(unspacedLetters) >= 0 ? " " : run));
}

/** Counts the letters of these scripts. */
export function countUnspaced(text: string): number {
  return text.match(unspacedLetters)?.length ?? 0;
}

/** Splits text into letters, each with its combining marks. Drops leading marks, which belong to another word. */
function splitLetters(run: string): string[] {
  return run.match(markedLetters) ?? [];
}
