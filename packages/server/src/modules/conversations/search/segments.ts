/** As `message_words` of the database has them, see migrations/0005_library.ts: what is found there is to be found again here. */
const unspaced =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3041-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const signs =
  "\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7\\u02b0-\\u02ff" +
  "\\u060c\\u061b\\u061f\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u1680\\u180e\\u2000-\\u2bff\\u2e00-\\u3004\\u3008-\\u3040\\uff01-\\uff0f\\uff1a-\\uff20\\u{1f000}-\\u{1faff}";

/** A word between spaces and signs, or a run of letters of a script that has no spaces. */
const segments = new RegExp(`[${unspaced}]+|[^${signs}${unspaced}]+`, "gu");
const beginsUnspaced = new RegExp(`^[${unspaced}]`, "u");

export interface Segment {
  text: string;
  /** In UTF-16 code units. */
  start: number;
  /** Of a script without spaces: any part of it is a word. */
  isRun: boolean;
}

/** The words of a text in order, where they stand. */
export function* segmentsOf(text: string): Generator<Segment> {
  for (const match of text.matchAll(segments)) {
    yield { text: match[0], start: match.index, isRun: isUnspaced(match[0]) };
  }
}

/** Whether a text begins in a script that has no spaces. */
export function isUnspaced(text: string): boolean {
  return beginsUnspaced.test(text);
}
