import { t } from "@lingui/core/macro";
import { ConfirmDialog } from "../../../ui/modal/ConfirmDialog.tsx";

interface CostDialogProps {
  isOpen: boolean;
  /** In the administrators' words. */
  text: string;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks whether a message that may be expensive is sent. */
export function CostDialog({ text, ...props }: CostDialogProps) {
  return <ConfirmDialog title={t`Cost of this message`} message={text} confirmLabel={t`Send`} {...props} />;
}
