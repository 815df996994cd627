import { t } from "@lingui/core/macro";
import { i18n, type Locale, localeNames } from "../../lib/i18n/i18n.ts";
import { notifyActionable } from "../../ui/notices/notify.tsx";
import { closeNotice } from "../../ui/notices/showNotice.ts";

const noticeId = "lateLocale";

/** Offers the person's language, whose texts arrived when they were already working with the English page. */
export function notifyLateLocale(locale: Locale, activate: () => void): void {
  const language = localeNames[locale];
  notifyActionable(noticeId, t`“${language}” took long to load, so this page is in English.`, {
    label: t`Show in ${language}`,
    run: activate,
  });
  const stopListening = i18n.on("change", () => {
    stopListening();
    closeNotice(noticeId);
  });
}
