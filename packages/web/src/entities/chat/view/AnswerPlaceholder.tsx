import { t } from "@lingui/core/macro";
import classes from "./AnswerPlaceholder.module.css";

/** Shown in place of an answer until its first token arrives. `isSearching`: the attachments of the question come first. */
export function AnswerPlaceholder({ isSearching = false }: { isSearching?: boolean }) {
  return (
    <div className={classes.placeholder}>
      <p className={classes.status}>{isSearching ? t`Looking through the attachments…` : t`Waiting for the answer…`}</p>
      <span className={classes.line} />
      <span className={classes.line} />
      <span className={classes.line} />
    </div>
  );
}
