import type { Memory } from "@lectern/contract";
import { type ReactNode, useId } from "react";
import { formatDate } from "../../../lib/i18n/formats.ts";
import { EditButtons } from "../EditButtons.tsx";
import { MemoryField } from "../MemoryField.tsx";
import { useMemoryEdit } from "../useMemoryEdit.ts";
import classes from "./MemoryDialog.module.css";

interface MemoryRowProps {
  memory: Memory;
  contentId?: string;
  /** Shown in place of the text. */
  field?: ReactNode;
  actions?: ReactNode;
}

/** A memory and when it was saved. */
export function MemoryRow({ memory, contentId, field, actions }: MemoryRowProps) {
  return (
    <tr>
      <td className={classes.content} id={contentId} dir="auto">
        {field ?? memory.content}
      </td>
      <td className={classes.time}>{formatDate(new Date(memory.timestamp), { dateStyle: "medium" })}</td>
      {actions && (
        <td className={classes.actions}>
          <div className={classes.buttons}>{actions}</div>
        </td>
      )}
    </tr>
  );
}

export function EditableRow({ memory, onDelete }: { memory: Memory; onDelete: () => void }) {
  const edit = useMemoryEdit(memory);
  const contentId = useId();
  return (
    <MemoryRow
      memory={memory}
      contentId={contentId}
      field={edit.status === "viewing" ? undefined : <MemoryField edit={edit} />}
      actions={<EditButtons edit={edit} describedBy={contentId} onDelete={onDelete} />}
    />
  );
}
