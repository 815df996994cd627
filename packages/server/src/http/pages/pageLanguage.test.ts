import { expect, test } from "vitest";
import { choosePageLanguage } from "./pageLanguage.ts";

test("a page has the language of the sign-in request, else the browser's most preferred one, else English", () => {
  const choose = (acceptLanguage?: string, uiLocales?: string) => choosePageLanguage({ acceptLanguage, uiLocales });
  expect(choose()).toBe("en");
  expect(choose("de-AT,de;q=0.9,en;q=0.8")).toBe("de");
  expect(choose("en;q=0.4, de;q=0.6")).toBe("de");
  expect(choose("fr-FR, en-GB;q=0.8, de;q=0.5")).toBe("en");
  expect(choose("fr, nds")).toBe("en");
  expect(choose("de;q=0, en;q=0.1")).toBe("en");
  expect(choose("*;q=x,;;,de")).toBe("de");
  expect(choose("de", "en")).toBe("en");
  expect(choose("en", "fr-CA DE-ch en")).toBe("de");
  expect(choose("de", "fr")).toBe("de");
});
