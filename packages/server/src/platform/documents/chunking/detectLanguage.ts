import { eld } from "eld/small";
import { countUnspaced } from "./bigrams.ts";

/** A language and how its text is searched. */
export interface DetectedLanguage {
  /** ISO 639-1; null: not told. */
  iso: string | null;
  /** A text search configuration that PostgreSQL has since version 14, `simple`, or `bigrams`. */
  configuration: string;
}

/** As `pg_ts_config` lists them, in the embedded database and on a plain server alike. */
export const configurations: Readonly<Record<string, string>> = {
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

export const untold: DetectedLanguage = { iso: null, configuration: "simple" };
const fewestLetters = 40;
/** So much text tells its language; more takes longer. */
const longestSample = 4_000;
/** From here on both halves must say the same. */
const longEnoughToHalve = 600;

/** The language of a text, by its letters' statistics; not told where it is short, or its halves disagree. */
export function detectLanguage(text: string): DetectedLanguage {
  const sample = text.slice(0, longestSample);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const unspaced = countUnspaced(sample);
  if (unspaced >= 2 && unspaced * 3 >= letters) return { iso: unspacedLanguage(sample), configuration: "bigrams" };
  if (letters < fewestLetters) return untold;
  const iso = detect(sample);
  if (iso === null) return untold;
  if (sample.length >= longEnoughToHalve) {
    const middle = sample.length / 2;
    if (detect(sample.slice(0, middle)) !== iso || detect(sample.slice(middle)) !== iso) return untold;
  }
  return { iso, configuration: Object.hasOwn(configurations, iso) ? (configurations[iso] ?? "simple") : "simple" };
}

function detect(text: string): string | null {
  const told = eld.detect(text);
  return told.language !== "" && told.isReliable() ? told.language : null;
}

function unspacedLanguage(text: string): string | null {
  const has = (script: string) => new RegExp(`\\p{Script=${script}}`, "u").test(text);
  if (has("Hiragana") || has("Katakana")) return "ja";
  if (has("Hangul")) return "ko";
  if (has("Han")) return "zh";
  if (has("Thai")) return "th";
  if (has("Lao")) return "lo";
  if (has("Khmer")) return "km";
  return has("Myanmar") ? "my" : null;
}
