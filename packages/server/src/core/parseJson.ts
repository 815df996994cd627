import { limits } from "@lectern/contract";
import { AppError } from "./appError.ts";

/** Parses a client's JSON text. Throws SyntaxError, or `tooLarge` like `assertValueLimit`. */
export function parseJson(text: string): unknown {
  assertValueLimit(text);
  return JSON.parse(text);
}

/**
 * Throws `tooLarge` if a JSON text contains more lists and objects, or more items, than any call needs: parsing a few
 * megabytes of `[],[],…` would stall the process for seconds.
 */
export function assertValueLimit(text: string): void {
  if (text.length <= 2 * limits.jsonValues) return;
  let containerCount = 0;
  let itemCount = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) index = findStringEnd(text, index);
    else if (character === comma) itemCount += 1;
    else if (character === bracket || character === brace) containerCount += 1;
    if (containerCount > limits.jsonValues || itemCount > maxItems) {
      throw new AppError("tooLarge", { userMessage: "The request contains too many values." });
    }
  }
}

/** Enough for the longest conversation, which is sent as a list of LZW codes. */
const maxItems = 4_000_000;
const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

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
