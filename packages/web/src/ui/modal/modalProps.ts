import type { ReactNode } from "react";

export interface ModalProps {
  isOpen: boolean;
  title: string;
  /** Called by the close button, Cancel, Esc and a click outside. */
  onClose: () => void;
  /** Called when the dialog has disappeared after it was closed. */
  onClosed?: () => void;
  /** Submits the form. If absent, there is no submit button, and the content is not a form. */
  onSubmit?: () => void;
  submitLabel?: string;
  cancelLabel?: string;
  /** True while submitting: the submit button shows a spinner and does nothing. */
  isSubmitting?: boolean;
  /** Shown on the submit button while submitting, instead of a spinner. */
  submittingLabel?: string;
  canSubmit?: boolean;
  /** Further buttons, after Cancel. The most likely one is the last. */
  actions?: ReactNode;
  /** Shown at the start of the foot, opposite the buttons. */
  status?: ReactNode;
  /** A hint about keyboard shortcuts next to the buttons; hidden on small and touch screens. */
  hint?: string;
  /**
   * True if the dialog is as high as its content, but at most 90 % of the window, instead of always 80 %. In windows
   * narrower than 640 px it is a bottom sheet, and other dialogs fill the screen.
   */
  fitsContent?: boolean;
  /** True if a dialog that fits its content still fills a narrow screen, because its content grows or is compared. */
  fillsNarrowScreen?: boolean;
  /** The width on wide screens, as a CSS length; absent: half of the window. */
  width?: string;
  /** The height on wide screens, as a CSS length, of a dialog that does not fit its content; absent: 80 % of the window. */
  height?: string;
  /** True if the dialog asks for a single short value, for which half of a wide window is too wide. */
  isSmall?: boolean;
  /** True if the width leaves no space for notices beside the dialog. */
  isWide?: boolean;
  children: ReactNode;
}
