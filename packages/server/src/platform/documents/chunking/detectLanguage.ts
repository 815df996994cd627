import { eld } from "eld/small";
import { countUnspacedLetters } from "./bigrams.ts";

/** A language and its text search configuration. */
export interface DetectedLanguage {
  /** ISO 639-1; null if unknown. */
  iso: string | null;
  /** Name of a PostgreSQL text search configuration (`simple` if there is none for the language), or `bigrams`. */
  configuration: string;
}

/**
 * Text search configurations by language (ISO 639-1), as `pg_ts_config` lists them in the embedded database and on
 * PostgreSQL servers from version 14 on.
 */
export const textSearchConfigurations: Readonly<Record<string, string>> = {
  ar: "arabic",
  hy: "armenian",
  eu: "basque",
  ca: "catalan",
  da: "danish",
  nl: "dutch",
  en: "english",
  fi: "finnish",
  fr: "french",
  de: "german",
  el: "greek",
  hi: "hindi",
  hu: "hungarian",
  id: "indonesian",
  ms: "indonesian",
  ga: "irish",
  it: "italian",
  lt: "lithuanian",
  ne: "nepali",
  no: "norwegian",
  nb: "norwegian",
  nn: "norwegian",
  pt: "portuguese",
  ro: "romanian",
  ru: "russian",
  sr: "serbian",
  es: "spanish",
  sv: "swedish",
  ta: "tamil",
  tr: "turkish",
  yi: "yiddish",
};

export const unknownLanguage: DetectedLanguage = { iso: null, configuration: "simple" };
const minLetters = 40;
/** Number of characters to analyse. More text would take longer without a better result. */
export const maxSampleLength = 4_000;
/** In a text of at least this length, both halves must have the same language. */
const minLengthToHalve = 600;

/**
 * Detects the language of the first `maxSampleLength` characters: by the script if at least a third of the letters are unspaced, else by letter statistics.
 * Returns `unknownLanguage` if the text is short, the statistics are ambiguous, or the halves of a long text have
 * different languages.
 */
export function detectLanguage(text: string): DetectedLanguage {
  const sample = text.slice(0, maxSampleLength);
  const letterCount = sample.match(/\p{L}/gu)?.length ?? 0;
  const unspacedLetterCount = countUnspacedLetters(sample);
  if (unspacedLetterCount >= 2 && unspacedLetterCount * 3 >= letterCount)
    return { iso: detectByScript(sample), configuration: "bigrams" };
  if (letterCount < minLetters) return unknownLanguage;
  const iso = detectByStatistics(sample);
  if (iso === null) return unknownLanguage;
  if (sample.length >= minLengthToHalve) {
    const middle = sample.length / 2;
    if (detectByStatistics(sample.slice(0, middle)) !== iso || detectByStatistics(sample.slice(middle)) !== iso)
      return unknownLanguage;
  }
  return {
    iso,
    configuration: Object.hasOwn(textSearchConfigurations, iso)
      ? (textSearchConfigurations[iso] ?? "simple")
      : "simple",
  };
}

function detectByStatistics(text: string): string | null {
  const detection = eld.detect(text);
  return detection.language !== "" && detection.isReliable() ? detection.language : null;
}

function detectByScript(text: string): string | null {
  const has = (script: string) => new RegExp(`\\p{Script=${script}}`, "u").test(text);
  if (has("Hiragana") || has("Katakana")) return "ja";
  if (has("Hangul")) return "ko";
  if (has("Han")) return "zh";
  if (has("Thai")) return "th";
  if (has("Lao")) return "lo";
  if (has("Khmer")) return "km";
  return has("Myanmar") ? "my" : null;
}
