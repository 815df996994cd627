import { validateHeaderName, validateHeaderValue } from "node:http";
import { GuardedHttpError } from "./guardedHttpError.ts";

/** Headers that decide how a message is framed, where it goes or which cookies go with it. */
const refusedNames =
  /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|http2-settings|host|content-length|expect|cookie2?|set-cookie2?|proxy-.*)$/;

/** The total of names and values. Most servers accept at least 8 kB. */
const maxHeaderCharacters = 32_000;

/**
 * Returns the headers with names in lower case. Throws `GuardedHttpError` for those that callers may not set, and for
 * characters that end a line.
 */
export function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const checked = Object.entries(headers).map(([name, value]) => {
    const lowerName = name.toLowerCase();
    if (refusedNames.test(lowerName)) {
      throw new GuardedHttpError("invalidHeader", { userMessage: `The header “${name}” can’t be set.` });
    }
    try {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    } catch {
      const userMessage = `The header “${name}” has characters that a header can’t have.`;
      throw new GuardedHttpError("invalidHeader", { userMessage });
    }
    return [lowerName, value] as const;
  });
  if (checked.reduce((total, [name, value]) => total + name.length + value.length, 0) > maxHeaderCharacters) {
    throw new GuardedHttpError("invalidHeader", { userMessage: "The headers are too long." });
  }
  return Object.fromEntries(checked);
}
