export interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  message: string;
  /** A smaller sentence below the message, such as what the action means. */
  note?: string;
  /** True if screen readers announce a message that changes while the dialog is open. */
  hasLiveMessage?: boolean;
  confirmLabel?: string;
  cancelLabel?: string;
  /** True if the action cannot be undone: the confirm button is red. */
  isDestructive?: boolean;
  /** True while the action runs: the confirm button shows a spinner. */
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  /**
   * Called by the close button, which is shown only with this prop, and by Esc and a click outside. Needed if Cancel is
   * one of two answers to a question. By default, Esc and a click outside call `onCancel`.
   */
  onClose?: () => void;
}
