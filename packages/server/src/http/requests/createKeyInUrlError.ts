import { apiKeyPrefix } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";

/**
 * Returns an error if the query of an address contains an API key: addresses are stored in histories and in the logs of
 * proxies. Returns null for other addresses.
 */
export function createKeyInUrlError(url: string): AppError | null {
  const start = url.indexOf("?");
  if (start < 0) return null;
  for (const pair of new URLSearchParams(url.slice(start + 1))) {
    if (!pair.some((text) => keyPattern.test(text))) continue;
    return new AppError("invalidInput", {
      userMessage:
        "API keys don’t belong in an address, because addresses are stored in many places. Please send the key in the header “Authorization: Bearer …”, and create a new one if others may have seen this address.",
    });
  }
  return null;
}

/** How keys of every version begin, but not the words that begin in the same way. */
const keyPattern = new RegExp(`^\\s*(?:bearer\\s+)?${apiKeyPrefix}v\\d`, "i");
