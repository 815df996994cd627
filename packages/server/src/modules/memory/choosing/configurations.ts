/**
 * Text search configurations of a fact whose language is not detected, because it is short: those of the languages that
 * are most common, so that a question finds it with another form of its words.
 */
const commonConfigurations = ["english", "german", "french", "spanish"];

/** Returns the configurations with which a text of this language is indexed, and with which questions find it. */
export function getConfigurations(language: string): string[] {
  if (language === "bigrams") return ["simple"];
  return language === "simple" ? ["simple", ...commonConfigurations] : [language];
}
