import { t } from "@lingui/core/macro";
import classes from "./Versions.module.css";

/** The text of a field in a version. It scrolls if it is long. */
export function FieldText({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
    <section className={classes.text} tabIndex={0} aria-label={label}>
      {text === "" ? (
        <span className={classes.empty}>{t({ message: "Empty", comment: "A field without text" })}</span>
      ) : (
        text
      )}
    </section>
  );
}
