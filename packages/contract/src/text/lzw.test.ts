import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { getFuzzRunCount } from "../testing/getFuzzRunCount.ts";
import { compressText, compressTextIncrementally, decompressText, LzwError } from "./lzw.ts";

/** Any UTF-16 string, including lone surrogates and text that looks like our escape sequences. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
      fc.constantFrom("U", "U+", "U+41", "U+0041", "U+d83d", "U+FFFF", "+41", "ā1", "Uā", "aaaa", "abab"),
    ),
  )
  .map((parts) => parts.join(""));

describe("compressText and decompressText", () => {
  test("every text survives the round trip, lone surrogates and literal U+ texts included", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(decompressText(compressText(text))).toBe(text);
      }),
      { numRuns: getFuzzRunCount(2_000) },
    );
  });

  test("texts of few characters, which make the newest phrase repeat itself, survive the round trip", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("a", "b"), { maxLength: 3_000 }), (letters) => {
        const text = letters.join("");
        expect(decompressText(compressText(text))).toBe(text);
      }),
    );
  });

  test("codes 0 to 255 are the characters and new codes count up from 256", () => {
    expect(compressText("")).toEqual([]);
    expect(compressText("a")).toEqual([97]);
    expect(compressText("ÿ")).toEqual([255]);
    expect(compressText("aaaaaa")).toEqual([97, 256, 257]);
    expect(compressText("ababab")).toEqual([97, 98, 256, 256]);
  });

  test("a character above U+00FF is written as U+ and four hex digits", () => {
    // In "U+0101", the second "01" is already a known phrase.
    expect(compressText("ā")).toEqual([85, 43, 48, 49, 258]);
    expect(decompressText([85, 43, 48, 49, 258])).toBe("ā");
  });

  test("the older form with three hex digits is decoded", () => {
    const listCharCodes = (text: string) => [...text].map((character) => character.charCodeAt(0));
    expect(decompressText(listCharCodes("U+101"))).toBe("ā");
    expect(decompressText(listCharCodes("U+20ac!"))).toBe("€!");
    expect(decompressText(listCharCodes("U+41"))).toBe("U+41");
  });

  test("invalid codes throw LzwError and nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.integer({ min: -5, max: 300 }), fc.integer())), (codes) => {
        try {
          decompressText(codes, 10_000);
        } catch (error) {
          expect(error).toBeInstanceOf(LzwError);
        }
      }),
      { numRuns: getFuzzRunCount(2_000) },
    );
    for (const codes of [[256], [97, 257], [-1], [1.5], [Number.NaN], [Number.POSITIVE_INFINITY]]) {
      expect(() => decompressText(codes)).toThrow(LzwError);
    }
  });

  test("a long text yields many times, and a yield at any position does not corrupt it", () => {
    const stepLength = 32_768;
    for (const textAtBoundary of ["U+0041", "ā", "\ud83d\ude00", "aU+"]) {
      for (let lengthBefore = stepLength - textAtBoundary.length; lengthBefore <= stepLength; lengthBefore++) {
        const text = "x".repeat(lengthBefore) + textAtBoundary + "y".repeat(3 * stepLength);
        const steps = compressTextIncrementally(text);
        let yieldCount = 0;
        let step = steps.next();
        for (; !step.done; step = steps.next()) yieldCount += 1;
        expect(yieldCount).toBeGreaterThan(2);
        expect(decompressText(step.value, 2 * text.length) === text).toBe(true);
      }
    }
  });

  test("a text longer than the limit is rejected, one of exactly the limit is accepted", () => {
    const codes = compressText("a".repeat(1_000));
    expect(decompressText(codes, 1_000)).toHaveLength(1_000);
    expect(() => decompressText(codes, 999)).toThrow(LzwError);
  });
});
