import { expect, test } from "vitest";
import { hashNumbers, hashText } from "./hashText.ts";

test("is FNV-1a with 32 bits, with its published values", () => {
  expect(["", "a", "foobar"].map((text) => hashText(text))).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  expect(hashNumbers(new TextEncoder().encode("foobar"))).toBe(0xbf9cf968);
});

test("reads the code units of a text, and starts at a seed", () => {
  expect(hashText("Größe")).toBe(3_470_176_162);
  expect(hashText("foobar", 1)).not.toBe(hashText("foobar"));
});
