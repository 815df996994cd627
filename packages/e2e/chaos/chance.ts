import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** Chance that a seed decides. What happens at the same time may still draw in another order: a seed repeats the plan, not the run. */
export interface Chance {
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number;
  /** True in this share of the cases, 0 to 1. */
  happens(share: number): boolean;
  /** One of them. */
  pick<T>(options: readonly [T, ...T[]]): T;
}

export function createChance(seed: number): Chance {
  const generator = xoroshiro128plus(seed);
  const between = (from: number, to: number) => uniformInt(generator, from, to);
  return {
    between,
    happens: (share) => between(0, 999_999) < share * 1_000_000,
    pick: ([first, ...others]) => {
      const index = between(0, others.length);
      return index === 0 ? first : (others[index - 1] ?? first);
    },
  };
}
