import type { ReactNode } from "react";
import classes from "./DocumentBody.module.css";

/** A message in place of a document's text. */
export function DocumentState({ icon, line, children }: { icon?: ReactNode; line: ReactNode; children?: ReactNode }) {
  return (
    <div className={classes.state} role="status">
      {icon}
      <p className={classes.line}>{line}</p>
      {children}
    </div>
  );
}
