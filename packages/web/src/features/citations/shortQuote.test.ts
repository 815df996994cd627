import { expect, test } from "vitest";
import { shortenQuote } from "./shortenQuote.ts";

test("a short quote starts with the passage's text, not with the headings above it", () => {
  expect(shortenQuote("Standard › Chapter 3\n3.17. /srv\nServed  data.\n", "a.txt", 60)).toBe(
    "3.17. /srv Served data.",
  );
});

test("headings are shown if there is no other text", () => {
  expect(shortenQuote("Standard › Chapter 3\n", "a.txt", 60)).toBe("Standard › Chapter 3");
});

test("a long quote is truncated after a word", () => {
  expect(shortenQuote("Lots of people simply cannot resist", "a.txt", 20)).toBe("Lots of people…");
});

test("a quote starts with its key sentence if this is not within its start", () => {
  const content = "Lots of people simply cannot resist. They carry\nsand.";
  expect(shortenQuote(content, "a.txt", 30, "They carry\nsand.")).toBe("… They carry sand.");
  expect(shortenQuote(content, "a.txt", 60, "They carry\nsand.")).toBe(content.replace("\n", " "));
  expect(shortenQuote(content, "a.txt", 30, "Not in it.")).toBe("Lots of people simply cannot…");
});
