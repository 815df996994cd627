import classes from "../PythonResults.module.css";

/** Says that a preview cannot be shown, and why if it is known. */
export function PreviewProblem({ text, reason }: { text: string; reason: string | null }) {
  return (
    <div role="alert" className={classes.problem}>
      <p>{text}</p>
      {reason !== null && <p className={classes.reason}>{reason}</p>}
    </div>
  );
}
