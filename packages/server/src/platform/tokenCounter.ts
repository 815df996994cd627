import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";

/** Counts tokens as OpenAI's newer models do, which is an estimate for every other model. */
export interface TokenCounter {
  /**
   * Long texts are counted in slices, so that others are served meanwhile. Past `enough` tokens it stops, and gives what it has: more
   * than `enough`.
   */
  count(text: string, enough?: number): Promise<number>;
}

type CountTokens = (text: string) => number;

/** The tokenizer's time grows with the square of a word's length: a text is cut, which costs a token here and there. */
const pieceLength = 512;
/** At most some 20 ms. */
const sliceLength = 4_096;
/** Shorter texts are counted sooner than found. */
const shortestRemembered = 2_000;
const rememberedCounts = 20_000;

/** Remembers what it counted, so that a long history is counted once and not at each turn. Its vocabulary loads at first use. */
export function createTokenCounter(): TokenCounter {
  const counts = new Map<string, number>();
  let loading: Promise<CountTokens> | null = null;

  const countAll = async (text: string, enough: number) => {
    loading ??= loadTokenizer();
    const countTokens = await loading;
    let total = 0;
    for (let start = 0; start < text.length && total <= enough; start += sliceLength) {
      if (start > 0) await setImmediate();
      total += countTokens(text.slice(start, start + sliceLength));
    }
    return total;
  };

  return {
    async count(text, enough = Number.POSITIVE_INFINITY) {
      if (text.length < shortestRemembered) return countAll(text, enough);
      // A hash, so that no conversation's text stays in memory.
      const name = createHash("sha256").update(text).digest("base64");
      const known = counts.get(name);
      if (known !== undefined) return known;
      const total = await countAll(text, enough);
      if (total > enough) return total;
      const oldest = counts.size >= rememberedCounts ? counts.keys().next().value : undefined;
      if (oldest !== undefined) counts.delete(oldest);
      counts.set(name, total);
      return total;
    },
  };
}

/** The same count at once, for a process that serves nobody meanwhile. */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens } = await import("gpt-tokenizer/encoding/o200k_base");
  // In a person's text, `<|endoftext|>` and its like are ordinary characters.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => {
    let total = 0;
    for (let start = 0; start < text.length; start += pieceLength)
      total += countTokens(text.slice(start, start + pieceLength), options);
    return total;
  };
}

/** More tokens than a text can well have, from its length alone: a token for each two ASCII characters, two for each other one. */
export function generousEstimate(text: string): number {
  let others = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) others++;
  return Math.ceil((text.length - others) / 2) + others * 2;
}

/** About as many tokens as a text has, from its length alone: one for four ASCII characters, two for three other ones. */
export function roughEstimate(text: string): number {
  let others = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) others++;
  return Math.ceil((text.length - others) / 4 + (others * 2) / 3);
}
