import { type ReceivedShare, removeReceivedShare } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";
import { useShareChange } from "./useShareChange.ts";

/** Removes something from the list after a confirmation. */
export function RemoveReceivedDialog({ share, isOpen, onClose }: DialogProps & { share: ReceivedShare }) {
  const { isBusy, run } = useShareChange(removeReceivedShare, { key: share.key }, onClose);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t`Remove shared items`}
      message={t`What was shared leaves your list, and you can no longer import it. What you have imported stays.`}
      confirmLabel={t`Remove`}
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void run(t`Removed from your list.`)}
      onCancel={onClose}
    />
  );
}
