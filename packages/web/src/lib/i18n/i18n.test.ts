import { afterEach, expect, test, vi } from "vitest";
import { formatDate, formatList, formatNumber } from "./formats.ts";
import { chooseLocale, findBrowserLocale, getChosenLocale, getFormatLocale, getLocale, loadLocale } from "./i18n.ts";

/** A browser that prefers `languages`, with its page and its storage. */
function stubBrowser(languages: readonly string[]) {
  const stored = new Map<string, string>();
  const documentElement = { lang: "en" };
  vi.stubGlobal("navigator", { languages });
  vi.stubGlobal("document", { documentElement });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  return documentElement;
}

afterEach(async () => {
  stubBrowser(["en"]);
  await chooseLocale(null);
});

test("the first of the browser's languages that has a catalogue is used, whatever its region; otherwise English", () => {
  expect(findBrowserLocale(["de-AT", "en"])).toBe("de");
  expect(findBrowserLocale(["DE"])).toBe("de");
  expect(findBrowserLocale(["fr-FR", "en-GB", "de"])).toBe("en");
  expect(findBrowserLocale(["fr", "nds", "de-CH"])).toBe("de");
  expect(findBrowserLocale(["fr"])).toBe("en");
  expect(findBrowserLocale([])).toBe("en");
});

test("a page starts in the browser's language, and a chosen language takes its place until the choice is taken back", async () => {
  const page = stubBrowser(["de-DE"]);
  await loadLocale(() => {});
  expect([getLocale(), getChosenLocale(), page.lang]).toEqual(["de", null, "de"]);
  await chooseLocale("en");
  expect([getLocale(), getChosenLocale(), page.lang]).toEqual(["en", "en", "en"]);
  await loadLocale(() => {});
  expect(getLocale()).toBe("en");
  await chooseLocale(null);
  expect([getLocale(), getChosenLocale(), page.lang]).toEqual(["de", null, "de"]);
});

test("the language that was chosen last wins, although its catalogue was there first", async () => {
  stubBrowser(["en"]);
  await Promise.all([chooseLocale("de"), chooseLocale("en")]);
  expect(getLocale()).toBe("en");
});

test("a blocked storage does not prevent a choice, and an unknown stored language is ignored", async () => {
  stubBrowser(["en"]);
  localStorage.setItem("lectern-language", "xx");
  expect(getChosenLocale()).toBeNull();
  const refuse = () => {
    throw new DOMException("", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
  await chooseLocale("de");
  expect([getLocale(), getChosenLocale()]).toEqual(["de", null]);
});

test("numbers, dates and enumerations have the form of the language", async () => {
  stubBrowser(["en"]);
  const day = new Date(2026, 2, 14);
  const format = () => [
    getFormatLocale(),
    formatNumber(1_234.5),
    formatDate(day, { dateStyle: "medium" }),
    formatList(["A", "B", "C"]),
    formatList(["A", "B"], "disjunction"),
  ];
  expect(format()).toEqual(["en-US", "1,234.5", "Mar 14, 2026", "A, B and C", "A or B"]);
  await chooseLocale("de");
  expect(format()).toEqual(["de", "1.234,5", "14.03.2026", "A, B und C", "A oder B"]);
});
