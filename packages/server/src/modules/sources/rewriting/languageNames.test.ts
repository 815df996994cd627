import { expect, test } from "vitest";
import { findNamedLanguage, getLanguageName } from "./languageNames.ts";

test.each([
  ["German", "de"],
  [" german ", "de"],
  ["Deutsch", "de"],
  ["de", "de"],
  ["German (de)", "de"],
  ["zh-Hans", "zh"],
  ["Simplified Chinese", "zh"],
  ["中文", "zh"],
  ["Malayalam", "ml"],
  ["Malay", "ms"],
  ["Czech", undefined],
  ["dense", undefined],
  ["", undefined],
])("a model that writes %j means %s", (writtenName, language) => {
  expect(findNamedLanguage(writtenName, ["ms", "ml", "de", "zh", "en"])).toBe(language);
});

test("a code without a name stands for itself", () => {
  expect(getLanguageName("qq")).toBe("qq");
  expect(findNamedLanguage("qq", ["qq"])).toBe("qq");
});
