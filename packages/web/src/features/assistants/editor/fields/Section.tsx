import type { ReactNode } from "react";
import { Details } from "../../../../ui/disclosure/Details.tsx";
import classes from "../Editor.module.css";

interface SectionProps {
  title: string;
  /** What people know without opening it. */
  note?: string | undefined;
  isOpenAtFirst?: boolean;
  /** How `focusDraftField` finds it. */
  field?: string;
  children: ReactNode;
}

/** A part of the editor that opens and closes. Its fields stay mounted, so that their states last. */
export function Section({ title, note, isOpenAtFirst = false, field, children }: SectionProps) {
  return (
    <Details
      className={classes.section}
      summaryClassName={classes.summary}
      open={isOpenAtFirst || undefined}
      data-draft-field={field}
      summary={
        <>
          <span className={classes.summaryText}>{title}</span>
          {note && <span className={classes.summaryNote}>{note}</span>}
        </>
      }
    >
      <div className={classes.sectionBody}>{children}</div>
    </Details>
  );
}
