import { createHash, subtle } from "node:crypto";
import { setImmediate } from "node:timers/promises";

/** Counts tokens as OpenAI's newer models do, which is an estimate for all other models. */
export interface TokenCounter {
  /**
   * Counts long texts in slices, so that the event loop stays responsive. Stops once the count exceeds `limit` and
   * returns that partial count.
   */
  count(text: string, limit?: number): Promise<number>;
}

type CountTokens = (text: string) => number;

/**
 * The tokenizer takes quadratic time in the length of a word, so a text is split into segments. This adds a token here
 * and there.
 */
const segmentLength = 512;
/** Counting a slice takes about 20 ms at most. */
const sliceLength = 4_096;
/** Counting a shorter text is faster than looking it up. */
const minCachedLength = 2_000;
const maxCachedCounts = 20_000;
const minAsyncHashLength = 200_000;

/** Creates a counter that caches counts, so that a long history is not counted again at each turn. */
export function createTokenCounter(): TokenCounter {
  const counts = new Map<string, number>();
  let loadPromise: Promise<CountTokens> | null = null;

  const countInSlices = async (text: string, limit: number) => {
    loadPromise ??= loadTokenizer();
    const countTokens = await loadPromise;
    let total = 0;
    for (let start = 0; start < text.length && total <= limit; start += sliceLength) {
      if (start > 0) await setImmediate();
      total += countTokens(text.slice(start, start + sliceLength));
    }
    return total;
  };

  return {
    async count(text, limit = Number.POSITIVE_INFINITY) {
      if (text.length < minCachedLength) return countInSlices(text, limit);
      // Keyed by a hash, so that the text of conversations does not stay in memory.
      const hash = await hashText(text);
      const cachedCount = counts.get(hash);
      if (cachedCount !== undefined) return cachedCount;
      const total = await countInSlices(text, limit);
      if (total > limit) return total;
      const oldest = counts.size >= maxCachedCounts ? counts.keys().next().value : undefined;
      if (oldest !== undefined) counts.delete(oldest);
      counts.set(hash, total);
      return total;
    },
  };
}

/** Loads a function that counts without slices. Call it directly only in processes that do not serve requests. */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  // In a person's text, `<|endoftext|>` and other special tokens are ordinary characters.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => {
    let total = 0;
    for (let start = 0; start < text.length; start += segmentLength)
      total += countTokens(text.slice(start, start + segmentLength), options);
    return total;
  };
}

/**
 * Returns a practical upper bound of the tokens from the length alone: 1 token per 2 ASCII characters, 2 tokens per
 * other character.
 */
export function estimateMaxTokens(text: string): number {
  const nonAsciiCount = countNonAscii(text);
  return Math.ceil((text.length - nonAsciiCount) / 2) + nonAsciiCount * 2;
}

/** Estimates tokens from the length alone: 1 token per 4 ASCII characters, 2 tokens per 3 other characters. */
export function estimateTokens(text: string): number {
  const nonAsciiCount = countNonAscii(text);
  return Math.ceil((text.length - nonAsciiCount) / 4 + (nonAsciiCount * 2) / 3);
}

/** Hashes a long text in the thread pool: one request can contain 36 million characters. */
async function hashText(text: string): Promise<string> {
  if (text.length < minAsyncHashLength) return createHash("sha256").update(text).digest("base64");
  return Buffer.from(await subtle.digest("SHA-256", Buffer.from(text))).toString("base64");
}

function countNonAscii(text: string): number {
  // Measuring the bytes is many times as fast as a loop, which would take 100 ms for the longest request.
  if (Buffer.byteLength(text) === text.length) return 0;
  let count = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) count++;
  return count;
}
