import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/**
 * Random decisions from a seed. Concurrent code may ask for decisions in a different order in each run, so a seed does
 * not repeat a run exactly.
 */
export interface Chance {
  /** Returns an integer from `from` to `to`, inclusive. */
  between(from: number, to: number): number;
  /** Returns true with this probability, 0 to 1. */
  happens(probability: number): boolean;
  /** Returns one of the options. */
  pick<T>(options: readonly [T, ...T[]]): T;
}

export function createChance(seed: number): Chance {
  const generator = xoroshiro128plus(seed);
  const between = (from: number, to: number) => uniformInt(generator, from, to);
  return {
    between,
    happens: (probability) => between(0, 999_999) < probability * 1_000_000,
    pick: ([first, ...others]) => {
      const index = between(0, others.length);
      return index === 0 ? first : (others[index - 1] ?? first);
    },
  };
}
