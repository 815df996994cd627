import { expect, test } from "vitest";
import { getLanguageName, isLanguageNamed } from "./languageNames.ts";

test.each([
  ["German", "de", true],
  [" german ", "de", true],
  ["Deutsch", "de", true],
  ["de", "de", true],
  ["zh-Hans", "zh", true],
  ["Simplified Chinese", "zh", true],
  ["English", "de", false],
  ["dense", "de", false],
  ["", "de", false],
])("a model that writes %j means %s: %s", (writtenName, language, isMeant) => {
  expect(isLanguageNamed(writtenName, language)).toBe(isMeant);
});

test("a code without a name stands for itself", () => {
  expect(getLanguageName("qq")).toBe("qq");
  expect(isLanguageNamed("qq", "qq")).toBe(true);
});
