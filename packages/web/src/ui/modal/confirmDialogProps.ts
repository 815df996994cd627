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
