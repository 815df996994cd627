import type { SavedArtifact } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { useSavedArtifactActions } from "../actions/useSavedArtifactActions.ts";

interface DeleteSavedDialogProps {
  /** What is to be deleted; null: the dialog is closed. */
  artifact: Pick<SavedArtifact, "key" | "name"> | null;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Asks before a saved artifact is deleted. */
export function DeleteSavedDialog({ artifact, onClose, onDeleted }: DeleteSavedDialogProps) {
  const { isBusy, remove } = useSavedArtifactActions();
  const name = artifact?.name ?? "";
  const confirm = async () => {
    if (!artifact) return;
    const isDeleted = await remove(artifact.key);
    onClose();
    if (isDeleted) onDeleted?.();
  };
  return (
    <ConfirmDialog
      isOpen={artifact !== null}
      title={t`Delete artifact`}
      message={t`Delete “${name}”? This cannot be undone.`}
      confirmLabel={t`Delete`}
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
