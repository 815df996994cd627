import { lazy, Suspense, useState } from "react";

const ConfirmFrame = lazy(() => import("./ConfirmFrame.tsx").then(({ ConfirmFrame }) => ({ default: ConfirmFrame })));

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** The question, word for word. */
  message: string;
  confirmLabel?: string;
  cancelLabel?: string;
  /** The confirming button is red: something is lost for good. */
  isDestructive?: boolean;
  /** A spinner in the confirming button while what was confirmed is being done. */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /** For a question with two answers: the cross, Esc and a click outside, which choose neither. They cancel unless given. */
  onClose?: () => void;
}

/** Asks before something is done. Its code is loaded when it first opens. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmFrame {...props} />
    </Suspense>
  );
}
