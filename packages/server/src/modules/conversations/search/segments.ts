/**
 * These character classes must match the database function `message_words` (migrations/0005_library.ts), which finds
 * the messages.
 */
const unspacedScripts =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3041-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
const symbols =
  "\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7\\u02b0-\\u02ff" +
  "\\u060c\\u061b\\u061f\\u066a-\\u066d\\u06d4\\u0964\\u0965\\u1680\\u180e\\u2000-\\u2bff\\u2e00-\\u3004\\u3008-\\u3040\\uff01-\\uff0f\\uff1a-\\uff20\\u{1f000}-\\u{1faff}";

/** A word between spaces and symbols, or a run of letters of a script without spaces. */
const segmentPattern = new RegExp(`[${unspacedScripts}]+|[^${symbols}${unspacedScripts}]+`, "gu");
const unspacedStartPattern = new RegExp(`^[${unspacedScripts}]`, "u");

export interface Segment {
  text: string;
  /** The position in UTF-16 code units. */
  start: number;
  /** True for a script without spaces, in which any part may be a word. */
  isRun: boolean;
}

/** Yields the words and runs of a text in order, with their positions. */
export function* splitIntoSegments(text: string): Generator<Segment> {
  for (const match of text.matchAll(segmentPattern)) {
    yield { text: match[0], start: match.index, isRun: isUnspacedScript(match[0]) };
  }
}

/** Returns true if the text starts in a script without spaces. */
export function isUnspacedScript(text: string): boolean {
  return unspacedStartPattern.test(text);
}
