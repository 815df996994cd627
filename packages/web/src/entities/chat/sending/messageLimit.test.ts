import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findInsertion, formatMessageLimit, insertUpToLimit, isRejectedChange } from "./messageLimit.ts";

describe("the maximum length of a message", () => {
  test("[C5.04a] a change that exceeds the model's window is refused with both numbers in the text", () => {
    expect(isRejectedChange("12345", "123456", 5)).toBe(true);
    expect(isRejectedChange("1234", "12345", 5)).toBe(false);
    expect(formatMessageLimit(5, 6)).toBe("Message limit is 5 characters. You have entered 6 characters.");
  });

  test("a text that is already too long can be shortened", () => {
    expect(isRejectedChange("1234567", "123456", 5)).toBe(false);
  });

  test("nothing is refused if the limit is unknown", () => {
    expect(isRejectedChange("", "x".repeat(100_000), null)).toBe(false);
  });
});

describe("text that did not fit", () => {
  const text = fc.string({ maxLength: 20 });

  test("is found wherever it was inserted", () => {
    fc.assert(
      fc.property(text, text, text, (start, inserted, rest) => {
        const before = start + rest;
        const after = start + inserted + rest;
        const insertion = findInsertion(before, after, start.length + inserted.length);
        const reconstructed = before.slice(0, insertion.position) + insertion.text + before.slice(insertion.position);
        expect(reconstructed).toBe(after);
      }),
    );
  });

  test("can be inserted up to the limit without splitting a surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 20 }), fc.nat(30), (inserted, remainingLength) => {
        const filled = insertUpToLimit("ab", { text: inserted, position: 1 }, remainingLength + 2);
        expect(filled.length).toBeLessThanOrEqual(remainingLength + 2);
        expect(filled.startsWith("a") && filled.endsWith("b")).toBe(true);
        expect(filled.isWellFormed()).toBe(true);
      }),
    );
  });
});
