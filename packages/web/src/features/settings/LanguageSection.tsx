import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { t } from "@lingui/core/macro";
import { SegmentedControl } from "@mantine/core";
import { useId, useLayoutEffect, useRef, useState } from "react";
import { changeLanguage, getLanguageChoice, getLanguages } from "../../entities/settings/language.ts";
import { getLocale } from "../../lib/i18n/i18n.ts";
import classes from "./SettingsDialog.module.css";

/** True from the choice of a language until the dialog, which is created again in that language, has the focus again. */
let restoresFocus = false;

/** The language of the interface. It changes at once, in this browser only. */
export function LanguageSection() {
  const headingId = useId();
  const controlRef = useRef<HTMLDivElement>(null);
  const [choice, setChoice] = useState(getLanguageChoice);
  const choose = async (value: string) => {
    restoresFocus = true;
    const localeBefore = getLocale();
    await changeLanguage(value);
    // Two choices may be the same language, and the texts of a language may not load: the dialog stays.
    if (getLocale() === localeBefore) restoresFocus = false;
    setChoice(getLanguageChoice());
  };
  useLayoutEffect(() => {
    // The dialog moves the focus to the field with this attribute.
    if (restoresFocus) controlRef.current?.querySelector("input:checked")?.setAttribute("data-autofocus", "");
    restoresFocus = false;
  }, []);
  return (
    <section className={classes.section}>
      <h3 id={headingId} className={classes.heading}>
        {t`Language`}
      </h3>
      <SegmentedControl
        ref={controlRef}
        aria-labelledby={headingId}
        className={classes.choices}
        value={choice}
        onChange={(value) => void choose(value)}
        data={getLanguages()}
      />
    </section>
  );
}
