import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64, encodeBase64 } from "./base64.ts";

test("every text survives base64, which equals the standard encoding of its UTF-8 bytes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
      expect(encodeBase64(text)).toBe(Buffer.from(text, "utf8").toString("base64"));
      expect(decodeBase64(encodeBase64(text))).toBe(text);
    }),
  );
});

test("a text of several megabytes is encoded", () => {
  const text = "a✓".repeat(1_000_000);
  expect(decodeBase64(encodeBase64(text))).toHaveLength(text.length);
});

test("what is not base64 of UTF-8 throws", () => {
  expect(() => decodeBase64("%%%")).toThrow();
  expect(() => decodeBase64("/w==")).toThrow();
});
