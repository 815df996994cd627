import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findQuote } from "./findQuote.ts";

const found = (text: string, quote: string) => {
  const stretch = findQuote(text, quote);
  return stretch && text.slice(stretch.from, stretch.to);
};

describe("the passage in a piece of a document", () => {
  test("a quote inside the piece, whatever its white space", () => {
    expect(found("Before. The bound is 1 - Tc/Th. After.", "The bound\n is  1 - Tc/Th.")).toBe(
      "The bound is 1 - Tc/Th.",
    );
  });

  test("a piece inside the quote is marked as a whole", () => {
    expect(found("the second paragraph", "the first\n\nthe second paragraph\n\nthe third")).toBe(
      "the second paragraph",
    );
  });

  test("where the quote begins or ends in the piece, the part that they share", () => {
    expect(found("An opening sentence. Here the quote begins", "Here the quote begins\n\nand goes on")).toBe(
      "Here the quote begins",
    );
    expect(found("and here it ends. More follows.", "It began before and here it ends.")).toBe("and here it ends.");
  });

  test("nothing, where they only share a few letters or none", () => {
    expect(findQuote("all about cats", "catsup is red")).toBeNull();
    expect(findQuote("", "something")).toBeNull();
    expect(findQuote("something", "  ")).toBeNull();
  });

  test("a stretch of any text is found in it", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (text, a, b) => {
        const [from, to] = [a % text.length, (b % text.length) + 1].sort((x, y) => x - y);
        const quote = text.slice(from, to);
        const stretch = findQuote(text, quote);
        if (quote.trim() === "") return;
        expect(text.slice(stretch?.from, stretch?.to).replace(/\s/g, "")).toBe(quote.replace(/\s/g, ""));
      }),
    );
  });

  test("long texts that share much are compared in time that grows with their length", () => {
    expect(found("ab".repeat(200_000), `${"ab".repeat(3_000)}c`)).toBe("ab".repeat(3_000));
  });
});
