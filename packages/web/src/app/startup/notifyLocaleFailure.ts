import { t } from "@lingui/core/macro";
import { type Locale, localeNames } from "../../lib/i18n/i18n.ts";
import { notifyError } from "../../ui/notices/notify.tsx";

/** Tells the person why the page is in English, although they or their browser prefer another language. */
export function notifyLocaleFailure(locale: Locale): void {
  const language = localeNames[locale];
  notifyError(t`“${language}” couldn’t be loaded, so this page is in English. Reload the page to try again.`);
}
