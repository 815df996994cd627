/** Scripts that write words without spaces between them, and Korean, whose endings no configuration of PostgreSQL takes off. */
const unspaced =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Hangul}ー々〆";
const unspacedRuns = new RegExp(`[${unspaced}\\p{M}]+`, "gu");
const unspacedLetters = new RegExp(`[${unspaced}]`, "gu");
const markedLetters = new RegExp(`[${unspaced}]\\p{M}*`, "gu");

/** Pairs of neighbouring letters of the runs that are written without spaces; a run of one letter gives that letter. */
export function bigramsOf(text: string): string[] {
  return (text.match(unspacedRuns) ?? []).flatMap((run) => {
    const letters = lettersOf(run);
    if (letters.length < 2) return letters;
    return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
  });
}

/** The same text with a space in place of each run, for its other words. */
export function removeUnspaced(text: string): string {
  return text.replace(unspacedRuns, (run) => (run.search(unspacedLetters) >= 0 ? " " : run));
}

/** How many letters of such scripts a text has. */
export function countUnspaced(text: string): number {
  return text.match(unspacedLetters)?.length ?? 0;
}

/** A mark stays with the letter before it; marks without one belong to a spaced word. */
function lettersOf(run: string): string[] {
  return run.match(markedLetters) ?? [];
}
