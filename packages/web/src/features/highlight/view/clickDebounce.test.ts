import { expect, test } from "vitest";
import { isRepeatedClick } from "./clickDebounce.ts";

test("[C9.12] composite clicks that follow one another in less than 150 ms are one click", () => {
  expect([1_000, 1_149, 1_298, 1_448, 2_000].map(isRepeatedClick)).toEqual([false, true, true, false, false]);
});
