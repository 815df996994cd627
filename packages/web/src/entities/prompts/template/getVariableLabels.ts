import { getLocale } from "../../../lib/i18n/i18n.ts";

/**
 * Returns the labels that people read in place of the names of variables, by name: `target_audience` and `targetAudience`
 * become "Target audience". A name with spaces, or that begins with a capital, was written to be read and stays, except
 * for underscores. Names that would get the same label keep theirs.
 */
export function getVariableLabels(names: readonly string[]): ReadonlyMap<string, string> {
  const labels = names.map(toLabel);
  const isShared = (label: string) => labels.indexOf(label) !== labels.lastIndexOf(label);
  return new Map(names.map((name) => [name, isShared(toLabel(name)) ? name : toLabel(name)]));
}

function toLabel(name: string): string {
  if (/\s/.test(name)) return name;
  const words = name.replaceAll("_", " ").trim();
  // A name such as "PDF-Datei" or "GitHub" is spelled as intended.
  const label = /^\p{Lu}/u.test(words) ? words : separateWords(words);
  return label === "" ? name : label.charAt(0).toUpperCase() + label.slice(1);
}

/**
 * Separates words that are joined by hyphens or, as in `targetAudience`, by capitals. Abbreviations keep their capitals,
 * and all words do in German, where they may be nouns.
 */
const separateWords = (text: string) =>
  text
    .replaceAll(/(?<=\p{L}{2})-(?=\p{L}{2})/gu, " ")
    .replaceAll(
      /(?<=[\p{Ll}\d])\p{Lu}(?!\p{Lu})/gu,
      (capital) => ` ${getLocale() === "de" ? capital : capital.toLowerCase()}`,
    )
    .replaceAll(/(?<=[\p{Ll}\d])(?=\p{Lu}{2})/gu, " ");
