import { i18n, type Messages } from "@lingui/core";
import { type WorkWatch, watchWork } from "../watchWork.ts";
import { setServerTextTranslation } from "./translateServerText.ts";

/** Languages of the interface. Each has a catalogue in `locales`; the English texts are in the code. */
export const locales = ["en", "de"] as const;
export type Locale = (typeof locales)[number];

/** Each language in its own words. */
export const localeNames: Readonly<Record<Locale, string>> = { en: "English", de: "Deutsch" };

const storageKey = "lectern-language";

export { i18n };

i18n.loadAndActivate({ locale: "en", messages: {} });
// The build has compiled all messages, so a string needs no compiler.
if (import.meta.env.PROD) i18n.setMessagesCompiler((message) => [message]);

/** The language in use. */
export const getLocale = (): Locale => i18n.locale as Locale; // only `prepareLocale` sets it

/** Calls `listener` when another language is in use. Returns the unsubscribe function. */
export const onLocaleChange = (listener: () => void): (() => void) => i18n.on("change", listener);

/** The locale for formats of dates and numbers. */
export const getFormatLocale = (): string => (getLocale() === "en" ? "en-US" : getLocale());

/** The language that the person has chosen in this browser, or null: the browser's own. */
export function getChosenLocale(): Locale | null {
  const stored = readStoredLocale();
  return locales.find((locale) => locale === stored) ?? null;
}

function readStoredLocale(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null; // Storage is blocked.
  }
}

/**
 * Changes the language at once and for later visits, unless another is chosen before its catalogue has been loaded.
 * Null: the browser's own. Rejects if the catalogue cannot be loaded.
 */
export async function chooseLocale(locale: Locale | null): Promise<void> {
  const activate = await prepareLocale(locale ?? findBrowserLocale(navigator.languages));
  if (!activate) return;
  try {
    if (locale) localStorage.setItem(storageKey, locale);
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage is blocked: the choice ends with this visit.
  }
  activate();
}

/** How long the first screen waits for the texts. Afterwards it is English until they have been loaded. */
const maxWaitMs = 1_500;

interface LocaleListener {
  /** Called if the texts stay English, because the catalogue cannot be loaded. */
  onFailed: (locale: Locale) => void;
  /**
   * Called if the texts arrive so late that the person is already working with the English page. `activate` replaces
   * the texts, and the elements that show them.
   */
  onLate: (locale: Locale, activate: () => void) => void;
}

/**
 * Loads the catalogue of the language to start with. Resolves when the texts have been loaded, at the latest after
 * 1.5 s. Never rejects. Does nothing more once the person has chosen a language.
 */
export async function loadLocale({ onFailed, onLate }: LocaleListener): Promise<void> {
  const locale = getChosenLocale() ?? findBrowserLocale(navigator.languages);
  let work: WorkWatch | null = null;
  const activation = prepareLocale(locale).then(
    (activate) => {
      if (activate && work?.hasStarted()) onLate(locale, activate);
      else activate?.();
    },
    (error: unknown) => {
      console.warn(error);
      onFailed(locale);
    },
  );
  const deadline = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    work = watchWork();
    deadline.resolve();
  }, maxWaitMs);
  void activation.finally(() => {
    clearTimeout(timer);
    work?.stop();
  });
  await Promise.race([activation, deadline.promise]);
}

/** The first of the browser's languages that there is a catalogue for, otherwise English. */
export function findBrowserLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const locale = locales.find((each) => each === language.toLowerCase().split("-")[0]);
    if (locale) return locale;
  }
  return "en";
}

/** Counts the requests of a language: the last one applies, although catalogues may arrive in another order. */
let requestCount = 0;

/**
 * Loads the catalogue. Returns the function that makes its texts those of the page; null if a language was requested
 * meanwhile. Rejects if the catalogue cannot be loaded and is still the requested one.
 */
async function prepareLocale(locale: Locale): Promise<(() => void) | null> {
  const request = ++requestCount;
  const catalogue = await loadCatalogue(locale).catch((error: unknown) => {
    if (request === requestCount) throw error;
    return null;
  });
  if (!catalogue || request !== requestCount) return null;
  const { messages, translateKnownText } = catalogue;
  return () => {
    requestCount++;
    if (locale === getLocale()) return;
    setServerTextTranslation(translateKnownText);
    i18n.loadAndActivate({ locale, messages });
    document.documentElement.lang = locale;
  };
}

interface Catalogue {
  messages: Messages;
  /** Null for English, the server's language. */
  translateKnownText: ((text: string) => string) | null;
}

async function loadCatalogue(locale: Locale): Promise<Catalogue> {
  if (locale === "en") return { messages: {}, translateKnownText: null };
  const [{ messages }, { translateKnownText }] = await Promise.all([
    import("../../../locales/de.po"),
    import("./serverTexts.ts"),
  ]);
  return { messages, translateKnownText };
}
