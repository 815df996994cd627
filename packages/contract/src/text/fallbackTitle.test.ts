import { describe, expect, test } from "vitest";
import { buildFallbackTitle, isUntitled } from "./fallbackTitle.ts";

const messages = [
  { role: "user", content: "How do I grow tomatoes on a balcony that faces north?" },
  { role: "assistant", content: "With patience." },
];

describe("the fallback title", () => {
  test("[C4.16] is the first 30 characters of the first message and three dots", () => {
    expect(buildFallbackTitle(messages)).toBe("How do I grow tomatoes on a ba...");
    expect(buildFallbackTitle([{ role: "user", content: "Hello" }])).toBe("Hello...");
  });

  test("does not split a surrogate pair", () => {
    expect(buildFallbackTitle([{ role: "user", content: "🍅".repeat(40) }])).toBe(`${"🍅".repeat(30)}...`);
  });

  test("has no white space at either end", () => {
    expect(buildFallbackTitle([{ role: "user", content: "\n  How do I grow tomatoes on my   balcony?" }])).toBe(
      "How do I grow tomatoes on my...",
    );
  });
});

test("a conversation is untitled with the default name or its fallback title, and titled with any other name", () => {
  expect(isUntitled("New Conversation", messages)).toBe(true);
  expect(isUntitled("How do I grow tomatoes on a ba...", messages)).toBe(true);
  expect(isUntitled("Tomatoes", messages)).toBe(false);
  expect(isUntitled("Tomatoes...", messages)).toBe(false);
});
