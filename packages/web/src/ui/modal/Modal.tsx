import { lazy, type ReactNode, Suspense, useState } from "react";

const ModalFrame = lazy(() => import("./ModalFrame.tsx").then(({ ModalFrame }) => ({ default: ModalFrame })));

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

/** A titled dialog; a field with `data-autofocus` gets the focus. Its code is loaded when it first opens. */
export function Modal(props: ModalProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <ModalFrame {...props} />
    </Suspense>
  );
}
