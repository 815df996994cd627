const englishNames = new Intl.DisplayNames("en", { type: "language" });

/** Returns the English name of a language (ISO 639-1), as the model is given it. */
export const getLanguageName = (language: string): string => englishNames.of(language) ?? language;

/**
 * Returns the language (ISO 639-1) that a model means by what it wrote: the English or own name of the language or its
 * code, also with more words, as in "Simplified Chinese" and "zh-Hans". Undefined if it means none of them.
 */
export function findNamedLanguage(writtenName: string, languages: readonly string[]): string | undefined {
  const written = writtenName.trim().toLowerCase();
  const words = splitWords(written);
  return (
    languages.find((language) => listNames(language).includes(written)) ??
    languages.find(
      (language) =>
        words[0] === language ||
        listNames(language).some((name) => splitWords(name).every((word) => words.includes(word))),
    )
  );
}

/** Returns the names of a language in lower case. */
function listNames(language: string): string[] {
  const ownName = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return [getLanguageName(language), ownName, language].map((name) => name.toLowerCase());
}

const splitWords = (text: string) => text.split(/[^\p{L}\p{M}]+/u).filter((word) => word !== "");
