/** Characters that a search ignores: accents, vowel points and invisible characters. */
const ignoredCharacters = /[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200d\u2060\ufeff]+/gu;
const plainLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ı: "i",
  ð: "d",
  ς: "σ",
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: matches all of ASCII
const asciiPattern = /^[\x00-\x7f]*$/;

/**
 * Folds text for comparison: case, accents and Unicode compatibility variants no longer differ, so that "strasse"
 * equals "Straße". Both the browser and the server search with this function. It must agree with the database function
 * `message_words` (migrations/0005_library.ts), which builds the stored search index.
 */
export function foldText(text: string): string {
  if (asciiPattern.test(text)) return text.toLowerCase();
  return text
    .normalize("NFKD")
    .replace(ignoredCharacters, "")
    .toLowerCase()
    .replace(/[ßæœøłđıðς]/gu, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFC");
}
