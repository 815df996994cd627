import { t } from "@lingui/core/macro";
import { IconLanguage } from "@tabler/icons-react";
import { changeLanguage } from "../../entities/settings/language.ts";
import { localeNames, locales } from "../../lib/i18n/i18n.ts";
import { useLocale } from "../../lib/i18n/useLocale.ts";
import classes from "./LanguageButtons.module.css";

/** Changes the language before the sign-in. Each language is named in its own words. */
export function LanguageButtons() {
  const current = useLocale();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame
    <div role="group" aria-label={t`Language`} className={classes.root}>
      <IconLanguage size={16} stroke={1.6} aria-hidden />
      {locales.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === current}
          className={classes.button}
          onClick={() => void changeLanguage(locale)}
        >
          {localeNames[locale]}
        </button>
      ))}
    </div>
  );
}
