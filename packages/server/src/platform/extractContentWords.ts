const stopWords = new Set(
  (
    "a about also an and any are as at be been but by can could did do does for from get give go had has have hello help hi how i " +
    "if in into is it its just let like make me my no not of on one or our out please so some tell than that the their them then " +
    "there these they this to up us use using want was we were what when where which who why will with would you your"
  ).split(" "),
);

/** More of a text is not read: its words decide about nothing but relevance, and reading millions blocks the server. */
const maxTextLength = 100_000;

/** Returns the words of a text without stop words, stemmed so that plurals and most English verb endings match. */
export function extractContentWords(text: string): Set<string> {
  const words =
    text
      .slice(0, maxTextLength)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !stopWords.has(word)).map(stem));
}

function stem(word: string): string {
  return word.length < 5 ? word.replace(/s$/, "") : word.replace(/(ings?|ed|es|s|e)$/, "");
}
