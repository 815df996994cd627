const englishNames = new Intl.DisplayNames("en", { type: "language" });

/** Returns the English name of a language (ISO 639-1), as the model is given it. */
export const getLanguageName = (language: string): string => englishNames.of(language) ?? language;

/**
 * True if a model means this language (ISO 639-1) by what it wrote: its English or own name or its code, also with more
 * words, as in "Simplified Chinese" and "zh-Hans".
 */
export function isLanguageNamed(writtenName: string, language: string): boolean {
  const written = writtenName.trim().toLowerCase();
  if (written.split("-")[0] === language) return true;
  const ownName = new Intl.DisplayNames(language, { type: "language" }).of(language);
  return [getLanguageName(language), ownName ?? language].some((name) => written.includes(name.toLowerCase()));
}
