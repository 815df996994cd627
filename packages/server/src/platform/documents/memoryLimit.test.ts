import { expect, test } from "vitest";
import { getMemoryLimit } from "./memoryLimit.ts";

const mebibyte = 1_048_576;
const maxBytes = 1_024 * mebibyte;

test("the memory limit grows with the size of the file, from what any document needs to the configured limit", () => {
  const limitOf = (size: number, usesOcr = false) => getMemoryLimit(size, { usesOcr, maxBytes });
  expect(limitOf(0)).toBe(448 * mebibyte);
  expect(limitOf(100_000)).toBe(448 * mebibyte + 100_000_000);
  expect(limitOf(10_000_000)).toBe(maxBytes);
  expect(limitOf(0, true)).toBe(960 * mebibyte);
  expect(getMemoryLimit(0, { usesOcr: false, maxBytes: 256 * mebibyte })).toBe(256 * mebibyte);
});
