import { t } from "@lingui/core/macro";
import { VisuallyHidden } from "@mantine/core";
import classes from "./AnswerPlaceholder.module.css";

/** Shown in place of an answer until its first token arrives. */
export function AnswerPlaceholder() {
  return (
    <div className={classes.placeholder}>
      <VisuallyHidden>{t`Waiting for the answer`}</VisuallyHidden>
      <span className={classes.line} />
      <span className={classes.line} />
      <span className={classes.line} />
    </div>
  );
}
