import { afterEach, beforeAll, expect, test, vi } from "vitest";
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

const ignoreEvents = { onFailed: () => {}, onLate: () => {} };

// The first import compiles the catalogue, which may take longer than the page waits for it.
beforeAll(async () => {
  stubBrowser(["en"]);
  await chooseLocale("de");
  await chooseLocale(null);
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
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
  await loadLocale(ignoreEvents);
  expect([getLocale(), getChosenLocale(), page.lang]).toEqual(["de", null, "de"]);
  await chooseLocale("en");
  expect([getLocale(), getChosenLocale(), page.lang]).toEqual(["en", "en", "en"]);
  await loadLocale(ignoreEvents);
  expect(getLocale()).toBe("en");
  await chooseLocale(null);
  expect([getLocale(), getChosenLocale(), page.lang]).toEqual(["de", null, "de"]);
});

test("the language that was chosen last wins, although its catalogue was there first", async () => {
  stubBrowser(["en"]);
  await Promise.all([chooseLocale("de"), chooseLocale("en")]);
  expect([getLocale(), getChosenLocale()]).toEqual(["en", "en"]);
  await Promise.all([chooseLocale("de"), chooseLocale(null)]);
  expect([getLocale(), getChosenLocale()]).toEqual(["en", null]);
  await Promise.all([loadLocale(ignoreEvents), chooseLocale("de")]);
  expect([getLocale(), getChosenLocale()]).toEqual(["de", "de"]);
});

/** Starts a page whose catalogue arrives after the deadline. Returns what the page does with it. */
async function startLate(act: (listeners: ReadonlyMap<string, () => void>) => void) {
  stubBrowser(["de"]);
  const listeners = new Map<string, () => void>();
  vi.stubGlobal("addEventListener", (type: string, listener: () => void) => listeners.set(type, listener));
  vi.stubGlobal("removeEventListener", (type: string) => listeners.delete(type));
  vi.useFakeTimers();
  const onLate = vi.fn<(locale: string, activate: () => void) => void>();
  const onFailed = vi.fn();
  const started = loadLocale({ onFailed, onLate });
  vi.advanceTimersByTime(1_500);
  vi.useRealTimers();
  await started;
  expect(getLocale()).toBe("en");
  act(listeners);
  return { onLate, onFailed, listeners };
}

test("a catalogue that arrives late applies at once if the person has done nothing yet", async () => {
  const { onLate, listeners } = await startLate(() => {});
  await vi.waitFor(() => expect(getLocale()).toBe("de"));
  expect(onLate).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(listeners.size).toBe(0));
});

test("a catalogue that arrives while the person works with the page waits for their decision", async () => {
  const { onLate, listeners } = await startLate((all) => all.get("keydown")?.());
  await vi.waitFor(() => expect(onLate).toHaveBeenCalledOnce());
  expect([getLocale(), listeners.size]).toEqual(["en", 0]);
  onLate.mock.calls[0]?.[1]();
  expect(getLocale()).toBe("de");
});

test("a choice of the person takes the place of a late catalogue", async () => {
  const { onLate, onFailed } = await startLate((all) => all.get("click")?.());
  await chooseLocale("en");
  await vi.dynamicImportSettled();
  expect([getLocale(), getChosenLocale()]).toEqual(["en", "en"]);
  expect(onLate).not.toHaveBeenCalled();
  expect(onFailed).not.toHaveBeenCalled();
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

test("dates have the time zone of the browser, also after it has changed", () => {
  vi.useFakeTimers();
  const noon = new Date("2026-03-14T12:00:00Z");
  const format = () => formatDate(noon, { timeStyle: "short", hourCycle: "h23" });
  vi.stubEnv("TZ", "Europe/Berlin");
  vi.advanceTimersByTime(1_000);
  expect(format()).toBe("13:00");
  vi.stubEnv("TZ", "Asia/Tokyo");
  vi.advanceTimersByTime(1_000);
  expect(format()).toBe("21:00");
});
