import { VisuallyHidden } from "@mantine/core";
import classes from "./AnswerPlaceholder.module.css";

/** Stands where an answer will be until its first word comes. */
export function AnswerPlaceholder() {
  return (
    <div className={classes.placeholder}>
      <VisuallyHidden>Waiting for the answer</VisuallyHidden>
      <span className={classes.line} />
      <span className={classes.line} />
      <span className={classes.line} />
    </div>
  );
}
