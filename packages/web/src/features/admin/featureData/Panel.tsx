import { type ReactNode, useId } from "react";
import classes from "../Admin.module.css";

/** A part of a tab that acts at once, with its heading. */
export function Panel({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const headingId = useId();
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h3 id={headingId} className={classes.heading}>
        {title}
      </h3>
      <p className={classes.note}>{note}</p>
      {children}
    </section>
  );
}
