import { lazy, Suspense, useState } from "react";

const ConfirmFrame = lazy(() => import("./ConfirmFrame.tsx").then(({ ConfirmFrame }) => ({ default: ConfirmFrame })));

export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  message: string;
  confirmLabel?: string;
  cancelLabel?: string;
  /** The confirm button is red, because the action cannot be undone. */
  isDestructive?: boolean;
  /** The confirm button shows a spinner while the action runs. */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /**
   * For a question with two answers: the close button, Esc or a click outside chose neither. Defaults to `onCancel`.
   */
  onClose?: () => void;
}

/** Asks for confirmation before an action. Its code is loaded when it first opens. */
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
