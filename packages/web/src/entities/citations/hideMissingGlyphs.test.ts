import fc from "fast-check";
import { expect, test } from "vitest";
import { hideMissingGlyphs } from "./hideMissingGlyphs.ts";

test("characters that no font has become spaces, and known symbols become usual ones", () => {
  expect(hideMissingGlyphs("a\ue123b\ufffdc\u0007d\u{f0001}e")).toBe("a b c d  e");
  expect(hideMissingGlyphs("\uf0b7 one\n\tΩ 漢字 😀 ©")).toBe("• one\n\tΩ 漢字 😀 ©");
});

test("positions in the text stay the same", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(hideMissingGlyphs(text)).toHaveLength(text.length);
    }),
  );
});
