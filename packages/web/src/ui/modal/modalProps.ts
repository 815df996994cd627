import type { ReactNode } from "react";

export interface ModalProps {
  isOpen: boolean;
  title: string;
  /** Called by the close button, Cancel, Esc and a click outside. */
  onClose: () => void;
  /** Without it there is no submit button, and the content is not a form. */
  onSubmit?: () => void;
  submitLabel?: string;
  cancelLabel?: string;
  /** The submit button shows a spinner and does nothing. */
  isSubmitting?: boolean;
  canSubmit?: boolean;
  /** A hint about keyboard shortcuts next to the buttons; hidden on small and touch screens. */
  hint?: string;
  /** As high as its content instead of 80 % of the window. Below 640 px it fills the screen either way. */
  fitsContent?: boolean;
  children: ReactNode;
}
