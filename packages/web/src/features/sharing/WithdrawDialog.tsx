import { type SentShare, withdrawShare } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";
import { useShareChange } from "./useShareChange.ts";

/** Withdraws what the person has shared after a confirmation. */
export function WithdrawDialog({ share, isOpen, onClose }: DialogProps & { share: SentShare }) {
  const { isBusy, run } = useShareChange(withdrawShare, share.key, onClose);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t`Withdraw shared items`}
      message={t`Recipients can no longer open or import them. What they have imported stays with them.`}
      confirmLabel={t`Withdraw`}
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void run(t`Withdrawn.`)}
      onCancel={onClose}
    />
  );
}
