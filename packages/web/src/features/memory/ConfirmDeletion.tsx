import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";

interface ConfirmDeletionProps {
  isOpen: boolean;
  title: string;
  message: string;
  confirmLabel?: string;
  /** Resolves to whether it succeeded. */
  onDelete: () => Promise<boolean>;
  onClose: () => void;
}

/** Asks before something is deleted. If that fails, the question stays and says so. */
export function ConfirmDeletion({ onDelete, onClose, confirmLabel = t`Delete`, ...props }: ConfirmDeletionProps) {
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const confirm = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setHasFailed(false);
    const isDeleted = await onDelete();
    setIsBusy(false);
    setHasFailed(!isDeleted);
    if (isDeleted) onClose();
  };
  return (
    <ConfirmDialog
      {...props}
      {...(hasFailed ? { note: t`Nothing was deleted. Try again.` } : {})}
      confirmLabel={confirmLabel}
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={() => {
        setHasFailed(false);
        onClose();
      }}
    />
  );
}
