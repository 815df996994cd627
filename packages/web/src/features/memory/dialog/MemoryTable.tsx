import type { Memory } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { useState } from "react";
import { DeleteMemoryDialog } from "../DeleteMemoryDialog.tsx";
import classes from "./MemoryDialog.module.css";
import { EditableRow, MemoryRow } from "./MemoryRow.tsx";

interface MemoryTableProps {
  label: string;
  memories: readonly Memory[];
  /** Shown in place of the table if there are no memories. */
  emptyText: string;
  isReadOnly?: boolean;
}

/** Memories in a table, in which each can be edited and deleted. */
export function MemoryTable({ label, memories, emptyText, isReadOnly = false }: MemoryTableProps) {
  const [deleted, setDeleted] = useState<Memory | null>(null);
  return (
    <>
      {memories.length === 0 && <p className={classes.empty}>{emptyText}</p>}
      {memories.length > 0 && (
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t`Memory`}</th>
              <th scope="col">{t`Created At`}</th>
              {!isReadOnly && <th scope="col">{t`Actions`}</th>}
            </tr>
          </thead>
          <tbody>
            {memories.map((memory) =>
              isReadOnly ? (
                <MemoryRow key={memory.id} memory={memory} />
              ) : (
                <EditableRow key={memory.id} memory={memory} onDelete={() => setDeleted(memory)} />
              ),
            )}
          </tbody>
        </table>
      )}
      <DeleteMemoryDialog memory={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}
