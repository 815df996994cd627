import type { ReactNode } from "react";
import classes from "./DocumentBody.module.css";

/** Stands where a document's text would be. */
export function DocumentState({ icon, line, children }: { icon?: ReactNode; line: string; children?: ReactNode }) {
  return (
    <div className={classes.state} role="status">
      {icon}
      <p className={classes.line}>{line}</p>
      {children}
    </div>
  );
}
