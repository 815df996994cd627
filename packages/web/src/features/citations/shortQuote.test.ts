import { expect, test } from "vitest";
import { shortenQuote } from "./shortenQuote.ts";

test("a short quote starts with the passage's text, not with the headings above it", () => {
  expect(shortenQuote("Standard › Chapter 3\n3.17. /srv\nServed  data.\n", 60)).toBe("3.17. /srv Served data.");
});

test("headings are shown if there is no other text", () => {
  expect(shortenQuote("Standard › Chapter 3\n", 60)).toBe("Standard › Chapter 3");
});

test("a long quote is truncated after a word", () => {
  expect(shortenQuote("Lots of people simply cannot resist", 20)).toBe("Lots of people…");
});
