import { limits } from "@lectern/contract";
import { AppError } from "./appError.ts";

/** Parses a client's JSON text. Throws SyntaxError, or `tooLarge` if it contains more values than any call needs. */
export function parseJson(text: string): unknown {
  assertCounts(text, { values: limits.jsonValuesOfConversations, items: maxItems }, () => {
    throw new AppError("tooLarge", { userMessage: "The request contains too many values." });
  });
  return JSON.parse(text);
}

/**
 * Parses a client's JSON text that is short enough not to block the event loop. Throws SyntaxError, or `LongJsonError`
 * for any other text.
 */
export function parseShortJson(text: string): unknown {
  if (text.length > maxShortCharacters) throw new LongJsonError();
  assertCounts(text, { values: maxShortValues, items: maxShortValues }, () => {
    throw new LongJsonError();
  });
  return JSON.parse(text);
}

/** A JSON text must be parsed in the background thread. */
export class LongJsonError extends Error {}

/** Enough for the longest conversation, which is sent as a list of LZW codes. */
const maxItems = 4_000_000;
/** Validating this many values takes up to 15 ms, and parsing this many characters up to 5 ms. */
const maxShortValues = 10_000;
export const maxShortCharacters = 1_000_000;

interface JsonCounts {
  /** Limits the lists and objects, and also the members of objects. */
  values: number;
  /** Limits the items of lists. */
  items: number;
}

const [quote, backslash, comma, colon, bracket, brace] = [0x22, 0x5c, 0x2c, 0x3a, 0x5b, 0x7b];

/**
 * Calls `fail` if a JSON text exceeds the limits. Counts before the text is parsed, because parsing megabytes of
 * `[],[],…` or of distinct keys takes seconds.
 */
function assertCounts(text: string, max: JsonCounts, fail: () => never): void {
  // A text without so many characters cannot exceed the limits.
  if (text.length <= 2 * max.values) return;
  let containerCount = 0;
  let memberCount = 0;
  let itemCount = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) index = findStringEnd(text, index);
    else if (character === comma) itemCount += 1;
    else if (character === colon) memberCount += 1;
    else if (character === bracket || character === brace) containerCount += 1;
    else continue;
    if (containerCount > max.values || memberCount > max.values || itemCount > max.items) fail();
  }
}

/** Returns the index of the quote that closes the string at `start`, or the end of the text if there is none. */
function findStringEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let backslashCount = 0;
    while (text.charCodeAt(end - 1 - backslashCount) === backslash) backslashCount += 1;
    if (backslashCount % 2 === 0) return end;
  }
}
