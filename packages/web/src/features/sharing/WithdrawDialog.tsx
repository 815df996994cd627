import { type ShareRecipient, withdrawShare } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import { ConfirmDialog } from "../../ui/modal/ConfirmDialog.tsx";
import { useShareChange } from "./useShareChange.ts";

interface WithdrawDialogProps extends DialogProps {
  shareKey: string;
  /** The only one from whom it is withdrawn; null: all. */
  recipient?: ShareRecipient | null;
  /** True for a link, which has no recipients. */
  isLink?: boolean;
}

/** Withdraws what the person has shared after a confirmation. */
export function WithdrawDialog({ shareKey, recipient = null, isLink = false, isOpen, onClose }: WithdrawDialogProps) {
  const { isBusy, run } = useShareChange(
    withdrawShare,
    { key: shareKey, ...(recipient && { recipient: recipient.id }) },
    onClose,
  );
  const texts = isLink ? getLinkTexts() : recipient ? getRecipientTexts(recipient) : getItemsTexts();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={texts.title}
      message={texts.message}
      confirmLabel={texts.confirmLabel}
      isDestructive
      isBusy={isBusy}
      onConfirm={() => void run(texts.done)}
      onCancel={onClose}
    />
  );
}

const getItemsTexts = () => ({
  title: t`Withdraw shared items`,
  message: t`Recipients can no longer open or import them. What they have imported stays with them.`,
  confirmLabel: t`Withdraw`,
  done: t`Withdrawn.`,
});

const getRecipientTexts = ({ name, isGroup }: ShareRecipient) => ({
  ...getItemsTexts(),
  message: isGroup
    ? t`The members of ${name} can no longer open or import it, unless you shared it with them in another way. What they have imported stays with them.`
    : t`${name} can no longer open or import it, unless you shared it with one of their groups. What they have imported stays with them.`,
});

const getLinkTexts = () => ({
  title: t`Stop sharing`,
  message: t`The link no longer opens. Whoever has continued the chat keeps that copy.`,
  confirmLabel: t`Stop sharing`,
  done: t`The link no longer opens.`,
});
