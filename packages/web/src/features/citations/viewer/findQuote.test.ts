import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findQuote } from "./findQuote.ts";

const findQuotedText = (text: string, quote: string) => {
  const range = findQuote(text, quote);
  return range && text.slice(range.from, range.to);
};

describe("finding a quote in an item of a document", () => {
  test("finds a quote inside the item, ignoring white space", () => {
    expect(findQuotedText("Before. The bound is 1 - Tc/Th. After.", "The bound\n is  1 - Tc/Th.")).toBe(
      "The bound is 1 - Tc/Th.",
    );
  });

  test("marks an item inside the quote as a whole", () => {
    expect(findQuotedText("the second paragraph", "the first\n\nthe second paragraph\n\nthe third")).toBe(
      "the second paragraph",
    );
  });

  test("marks the overlap if the quote starts or ends in the item", () => {
    expect(findQuotedText("An opening sentence. Here the quote begins", "Here the quote begins\n\nand goes on")).toBe(
      "Here the quote begins",
    );
    expect(findQuotedText("and here it ends. More follows.", "It began before and here it ends.")).toBe(
      "and here it ends.",
    );
  });

  test("finds nothing if they share no or only a few letters", () => {
    expect(findQuote("all about cats", "catsup is red")).toBeNull();
    expect(findQuote("", "something")).toBeNull();
    expect(findQuote("something", "  ")).toBeNull();
  });

  test("finds any substring of a text", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.nat(), fc.nat(), (text, a, b) => {
        const [from, to] = [a % text.length, (b % text.length) + 1].sort((x, y) => x - y);
        const quote = text.slice(from, to);
        const range = findQuote(text, quote);
        if (quote.trim() === "") return;
        expect(text.slice(range?.from, range?.to).replace(/\s/g, "")).toBe(quote.replace(/\s/g, ""));
      }),
    );
  });

  test("compares long, repetitive texts in linear time", () => {
    expect(findQuotedText("ab".repeat(200_000), `${"ab".repeat(3_000)}c`)).toBe("ab".repeat(3_000));
  });
});
