import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSecretBox } from "./secretBox.ts";

const box = createSecretBox("a secret that is long enough");

describe("secretBox", () => {
  test("opens what it sealed, and never seals the same text to the same result", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const sealed = box.seal("modelKeys", text);
        expect(box.open("modelKeys", sealed)).toBe(text);
        expect(box.seal("modelKeys", text)).not.toBe(sealed);
      }),
    );
  });

  test("does not open a sealed text for another purpose, with another secret, or after a change", () => {
    const sealed = box.seal("modelKeys", "sk-secret");
    expect(() => box.open("providerTokens", sealed)).toThrow();
    expect(() => createSecretBox("another secret, long enough").open("modelKeys", sealed)).toThrow();
    const flipped = Buffer.from(sealed.slice(3), "base64url");
    flipped[20] = (flipped[20] ?? 0) ^ 1;
    expect(() => box.open("modelKeys", `v1.${flipped.toString("base64url")}`)).toThrow();
    expect(() => box.open("modelKeys", "")).toThrow();
    expect(() => box.open("modelKeys", "v1.")).toThrow();
  });

  test("a signature is valid only for its text and purpose", () => {
    const signature = box.sign("signedUrls", "a");
    expect(box.verify("signedUrls", "a", signature)).toBe(true);
    expect(box.verify("signedUrls", "b", signature)).toBe(false);
    expect(box.verify("accessTokens", "a", signature)).toBe(false);
    expect(box.verify("signedUrls", "a", "")).toBe(false);
  });

  test("rejects an empty or short secret", () => {
    expect(() => createSecretBox("")).toThrow(RangeError);
    expect(() => createSecretBox("fifteen letters")).toThrow(RangeError);
  });
});
