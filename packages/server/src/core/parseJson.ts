import { limits } from "@lectern/contract";
import { AppError } from "./appError.ts";

/** The value of a client's JSON text. Throws SyntaxError, and what `assertFewValues` throws. */
export function parseJson(text: string): unknown {
  assertFewValues(text);
  return JSON.parse(text);
}

/**
 * Throws `tooLarge` for a JSON text that holds more lists and objects, or more items, than any call needs: some megabytes of
 * `[],[],…` would stall the process for seconds before anything could look at what comes out.
 */
export function assertFewValues(text: string): void {
  if (text.length <= 2 * limits.jsonValues) return;
  let nested = 0;
  let items = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === quote) index = endOfString(text, index);
    else if (character === comma) items += 1;
    else if (character === bracket || character === brace) nested += 1;
    if (nested > limits.jsonValues || items > mostItems) {
      throw new AppError("tooLarge", { userMessage: "The request holds too many values." });
    }
  }
}

/** The codes of the longest conversation are fewer. */
const mostItems = 4_000_000;
const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/** Where the string that begins at `start` ends; the end of the text where it does not. */
function endOfString(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}
