import type { RegisteredOperation } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { type RefObject, useState } from "react";
import { IconButton } from "../../../ui/IconButton.tsx";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import tableClasses from "../AdminTable.module.css";
import classes from "./Operations.module.css";
import { useDeleteOperation } from "./operationQueries.ts";

interface OperationTableProps {
  operations: readonly RegisteredOperation[];
  onEdit: (operation: RegisteredOperation) => void;
  tableRef: RefObject<HTMLDivElement | null>;
}

/** Operations that can be edited and deleted. A deletion is asked about. */
export function OperationTable({ operations, onEdit, tableRef }: OperationTableProps) {
  const [deleted, setDeleted] = useState<RegisteredOperation | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const { mutate: remove, isPending } = useDeleteOperation(() => setIsAsking(false));
  const deletedName = deleted?.name ?? "";
  return (
    <div ref={tableRef} className={classes.scroller}>
      <table className={tableClasses.table} aria-label={t`Manage Ops`}>
        <thead>
          <tr>
            <th scope="col">{t`Function name`}</th>
            <th scope="col">{t`Tags`}</th>
            <th scope="col">{t`Actions`}</th>
          </tr>
        </thead>
        <tbody>
          {operations.map((operation) => {
            const { id, name, description, method, url, tags, isBuiltIn } = operation;
            return (
              <tr key={id}>
                <th scope="row">
                  {name}
                  <span className={tableClasses.detail}>{description}</span>
                  <span className={tableClasses.detail}>
                    {method} {url}
                  </span>
                </th>
                <td>{tags.join(", ")}</td>
                <td>
                  {isBuiltIn ? (
                    <span className={tableClasses.detail}>{t`Built in`}</span>
                  ) : (
                    <div className={classes.actions}>
                      <IconButton name={t`Edit ${name}`} onClick={() => onEdit(operation)}>
                        <IconPencil size={18} stroke={1.6} />
                      </IconButton>
                      <IconButton
                        name={t`Delete ${name}`}
                        onClick={() => {
                          setDeleted(operation);
                          setIsAsking(true);
                        }}
                      >
                        <IconTrash size={18} stroke={1.6} />
                      </IconButton>
                    </div>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <ConfirmDialog
        isOpen={isAsking}
        title={t`Delete op`}
        message={t`Delete “${deletedName}”? Assistants that have it can no longer call it.`}
        confirmLabel={t`Delete`}
        isDestructive
        isBusy={isPending}
        onConfirm={() => deleted && remove(deleted)}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}
