import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
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
    <details className={classes.section} open={isOpenAtFirst || undefined} data-draft-field={field}>
      <summary className={classes.summary}>
        <IconChevronRight size={14} stroke={1.8} className={classes.chevron} aria-hidden />
        <span className={classes.summaryText}>{title}</span>
        {note && <span className={classes.summaryNote}>{note}</span>}
      </summary>
      <div className={classes.sectionBody}>{children}</div>
    </details>
  );
}
