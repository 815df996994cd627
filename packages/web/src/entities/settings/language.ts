import { t } from "@lingui/core/macro";
import {
  chooseLocale,
  findBrowserLocale,
  getChosenLocale,
  type Locale,
  localeNames,
  locales,
} from "../../lib/i18n/i18n.ts";
import { notifyError } from "../../ui/notices/notify.tsx";

/** `browser`: the first of the browser's languages that the interface has. */
type LanguageChoice = Locale | "browser";

/** Returns the languages in the order in which they are offered, each in its own words. */
export const getLanguages = (): { value: LanguageChoice; label: string }[] => [
  { value: "browser", label: t`Same as the browser` },
  ...locales.map((locale) => ({ value: locale, label: localeNames[locale] })),
];

/** Returns the choice in this browser. */
export const getLanguageChoice = (): LanguageChoice => getChosenLocale() ?? "browser";

/** Changes the language at once and for later visits with this browser. Shows a notice if its texts cannot be loaded. */
export async function changeLanguage(value: string): Promise<void> {
  const locale = locales.find((each) => each === value) ?? null;
  const language = localeNames[locale ?? findBrowserLocale(navigator.languages)];
  await chooseLocale(locale).catch(() =>
    notifyError(t`“${language}” couldn’t be loaded. Reload the page and choose it again.`),
  );
}
