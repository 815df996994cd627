import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { type AssistantName, type DeletionPlace, deleteAssistants } from "./deleteAssistants.ts";
import { describeDeletion } from "./describeDeletion.ts";

interface ConfirmDeletionProps {
  /** Null: the dialog is closed. */
  assistants: readonly AssistantName[] | null;
  place: DeletionPlace;
  onClose: () => void;
  onDeleted?: (assistantIds: readonly string[]) => void;
}

/** Asks before assistants are deleted. */
export function ConfirmDeletion({ assistants, place, onClose, onDeleted }: ConfirmDeletionProps) {
  const [isDeleting, setIsDeleting] = useState(false);
  // While the dialog fades out, it shows what it asked.
  const [shown, setShown] = useState<readonly AssistantName[]>(assistants ?? []);
  if (assistants && assistants !== shown) setShown(assistants);
  const confirm = async () => {
    setIsDeleting(true);
    const deletedIds = await deleteAssistants(shown, place);
    setIsDeleting(false);
    onClose();
    if (deletedIds.length > 0) onDeleted?.(deletedIds);
  };
  return (
    <ConfirmDialog
      isOpen={assistants !== null}
      title={plural(shown.length, { one: "Delete assistant", other: "Delete # assistants" })}
      message={describeDeletion(shown)}
      confirmLabel={t`Delete`}
      isDestructive
      isBusy={isDeleting}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
