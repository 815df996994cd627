import { t } from "@lingui/core/macro";
import type { ComparedPart } from "./compareWords.ts";
import classes from "./Versions.module.css";

interface FieldTextProps {
  text: string;
  label: string;
  /** The text in parts, of which the different ones are marked. */
  parts?: readonly ComparedPart[];
}

/** The text of a field in a version. It scrolls if it is long. */
export function FieldText({ text, label, parts }: FieldTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
    <section className={classes.text} tabIndex={0} aria-label={label}>
      {text === "" ? (
        <span className={classes.empty}>{t({ message: "Empty", comment: "A field without text" })}</span>
      ) : (
        (parts?.map((part, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
          part.isDifferent ? <mark key={index}>{part.text}</mark> : part.text,
        ) ?? text)
      )}
    </section>
  );
}
