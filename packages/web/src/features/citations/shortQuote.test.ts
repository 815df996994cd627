import { expect, test } from "vitest";
import { shortQuote } from "./shortQuote.ts";

test("a short quote starts with the passage's text, not with the headings above it", () => {
  expect(shortQuote("Standard › Chapter 3\n3.17. /srv\nServed  data.\n", 60)).toBe("3.17. /srv Served data.");
});

test("headings are shown if there is no other text", () => {
  expect(shortQuote("Standard › Chapter 3\n", 60)).toBe("Standard › Chapter 3");
});

test("a long quote is truncated", () => {
  expect(shortQuote("Lots of people simply cannot resist", 12)).toMatch(/^Lots of peo.*/);
  expect(shortQuote("Lots of people simply cannot resist", 12).length).toBeLessThan(20);
});
