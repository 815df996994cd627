import { Button } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { type ReactNode, useId, useRef } from "react";
import { flushSync } from "react-dom";
import { IconButton } from "../../../../../ui/IconButton.tsx";
import editorClasses from "../../Editor.module.css";
import classes from "./Operations.module.css";

interface RowListProps<Row> {
  title: string;
  note?: string;
  problem: string | undefined;
  rows: readonly Row[];
  emptyRow: Row;
  maxRows: number;
  addLabel: string;
  /** `number`: from 1. */
  formatRemove: (number: number) => string;
  /** Renders the fields of a row. */
  renderRow: (row: Row, index: number, update: (row: Row) => void) => ReactNode;
  onChange: (rows: Row[]) => void;
  /** Shown below the rows. */
  children?: ReactNode;
}

/** Rows of fields that can be added and removed. */
export function RowList<Row>({ title, note, problem, rows, emptyRow, maxRows, ...props }: RowListProps<Row>) {
  const { addLabel, formatRemove, renderRow, onChange, children } = props;
  const groupRef = useRef<HTMLFieldSetElement>(null);
  const noteId = useId();
  const focusRow = (index: number) => {
    const row = groupRef.current?.querySelectorAll("[data-row]")[index];
    (row ?? groupRef.current)?.querySelector<HTMLElement>("input, button")?.focus();
  };
  const set = (next: Row[], focusedIndex: number) => {
    flushSync(() => onChange(next));
    focusRow(focusedIndex);
  };
  return (
    <fieldset ref={groupRef} className={editorClasses.group} aria-describedby={note ? noteId : undefined}>
      <legend className={editorClasses.label}>{title}</legend>
      {note && (
        <p id={noteId} className={editorClasses.note}>
          {note}
        </p>
      )}
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: all of a row changes while it is typed
        <div key={index} className={classes.row} data-row>
          {renderRow(row, index, (changed) => onChange(rows.with(index, changed)))}
          <IconButton
            name={formatRemove(index + 1)}
            onClick={() => set(rows.toSpliced(index, 1), Math.max(0, index - 1))}
          >
            <IconX size={16} stroke={1.8} aria-hidden />
          </IconButton>
        </div>
      ))}
      {problem !== undefined && (
        <p className={editorClasses.problem} role="alert">
          {problem}
        </p>
      )}
      {children}
      {rows.length < maxRows && (
        <Button
          className={editorClasses.add ?? ""}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => set([...rows, emptyRow], rows.length)}
        >
          {addLabel}
        </Button>
      )}
    </fieldset>
  );
}
