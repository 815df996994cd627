import fc from "fast-check";
import { expect, test } from "vitest";
import { foldText } from "./foldText.ts";

test("case, accents and special letters do not matter", () => {
  expect(foldText("Straße")).toBe("strasse");
  expect(foldText("STRASSE")).toBe("strasse");
  expect(foldText("Œuvre, Łódź, Ærø, İstanbul, Diyarbakır")).toBe("oeuvre, lodz, aero, istanbul, diyarbakir");
  expect(foldText("ΟΔΟΣ")).toBe(foldText("οδος"));
});

test("composed, decomposed and compatibility forms of a character are equal", () => {
  expect(foldText("e\u0301cole")).toBe(foldText("école"));
  expect(foldText("ﬁne")).toBe("fine");
  expect(foldText("ｶﾞ")).toBe(foldText("ガ"));
  expect(foldText("\u1112\u1161\u11ab")).toBe(foldText("한"));
});

test("invisible characters do not matter", () => {
  expect(foldText("co\u00adoper\u200bate é")).toBe("cooperate e");
});

test("marks that distinguish words are preserved", () => {
  expect(foldText("が")).not.toBe(foldText("か"));
  expect(foldText("कि")).not.toBe(foldText("क"));
});

test("folding a folded text changes nothing", () => {
  const text = fc
    .array(fc.constantFrom("é", "E", "ß", "İ", "Σ", "ς", "😀", " ", "a", "\u0301", "한", "ﬁ", "Ǆ"))
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (original) => {
      expect(foldText(foldText(original))).toBe(foldText(original));
    }),
  );
});
