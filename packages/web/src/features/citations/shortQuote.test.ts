import { expect, test } from "vitest";
import { shortQuote } from "./shortQuote.ts";

test("a short quote begins with what the passage says, and not with the headings above it", () => {
  expect(shortQuote("Standard › Chapter 3\n3.17. /srv\nServed  data.\n", 60)).toBe("3.17. /srv Served data.");
});

test("headings alone are shown", () => {
  expect(shortQuote("Standard › Chapter 3\n", 60)).toBe("Standard › Chapter 3");
});

test("a long one is cut", () => {
  expect(shortQuote("Lots of people simply cannot resist", 12)).toMatch(/^Lots of peo.*/);
  expect(shortQuote("Lots of people simply cannot resist", 12).length).toBeLessThan(20);
});
