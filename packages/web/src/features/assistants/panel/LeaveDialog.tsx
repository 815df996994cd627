import { t } from "@lingui/core/macro";
import { useState } from "react";
import type { DialogProps } from "../../../entities/shell/dialogs.ts";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";
import { leaveSharedAssistant } from "./leaveSharedAssistant.ts";

/** Asks before an assistant that somebody has shared with the person is removed. */
export function LeaveDialog({
  isOpen,
  onClose,
  assistantId,
  name,
}: DialogProps & { assistantId: string; name: string }) {
  const [isRemoving, setIsRemoving] = useState(false);
  const confirm = async () => {
    setIsRemoving(true);
    await leaveSharedAssistant({ assistantId, name });
    setIsRemoving(false);
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t`Remove assistant`}
      message={t`Remove “${name}” from your assistants? Only its owner can share it with you again.`}
      confirmLabel={t`Remove assistant`}
      isDestructive
      isBusy={isRemoving}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
