import type { FileRecord } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconCheck } from "@tabler/icons-react";
import { describeNotes } from "../../../entities/files/describeNote.ts";
import { formatDay } from "../../../entities/files/formatDay.ts";
import { FileIcon } from "../FileIcon.tsx";
import classes from "./FileTable.module.css";

/** Name, Created and Type. */
export const columnCount = 3;

interface FileTableRowProps {
  record: FileRecord;
  index: number;
  isChosen: boolean;
  /** True for the only row that Tab reaches. */
  isTabStop: boolean;
  /** The reason why the file cannot be chosen; null if it can. */
  problem: string | null;
  typeText: string;
  /** True if all cells are one cell, with two lines. */
  isCompact: boolean;
  onToggle: () => void;
}

/** A file in the picker. A click toggles it. */
export function FileTableRow(props: FileTableRowProps) {
  const { record, index, isChosen, isTabStop, problem, typeText, isCompact, onToggle } = props;
  const { name, type, createdAt, state, notes } = record;
  const note = problem ?? (state === "ready" ? null : t`Reading…`);
  const notesText = note === null && notes ? describeNotes(notes) : null;
  const day = formatDay(createdAt);
  return (
    // The grid handles keys.
    <tr
      className={classes.row}
      data-index={index}
      tabIndex={isTabStop ? 0 : -1}
      aria-rowindex={index + (isCompact ? 1 : 2)}
      aria-selected={isChosen}
      aria-disabled={problem !== null || undefined}
      title={problem ?? undefined}
      onClick={() => problem === null && onToggle()}
    >
      <td colSpan={isCompact ? columnCount : 1}>
        <span className={classes.name}>
          <span className={classes.box} aria-hidden>
            {isChosen && <IconCheck size={14} stroke={2.6} />}
          </span>
          <FileIcon name={name} type={type} size={18} />
          <span className={classes.label}>
            <span className={classes.text} dir="auto">
              {name}
            </span>
            {isCompact && !note && <span className={classes.note}>{`${typeText} · ${day}`}</span>}
            {note && <span className={classes.note}>{note}</span>}
            {notesText && (
              <span className={classes.note} title={notesText}>
                {notesText}
              </span>
            )}
          </span>
        </span>
      </td>
      {!isCompact && <td>{day}</td>}
      {!isCompact && <td>{typeText}</td>}
    </tr>
  );
}
