import { lazy, type ReactNode, Suspense, useState } from "react";

const ModalFrame = lazy(() => import("./ModalFrame.tsx").then(({ ModalFrame }) => ({ default: ModalFrame })));

export interface ModalProps {
  isOpen: boolean;
  title: string;
  /** Closes without doing anything: the cross, Cancel, Esc and a click outside. */
  onClose: () => void;
  /** Without it there is no submit button; the content is then not a form. */
  onSubmit?: () => void;
  submitLabel?: string;
  cancelLabel?: string;
  /** A spinner in the submit button, which then does nothing. */
  isSubmitting?: boolean;
  canSubmit?: boolean;
  /** A word on the keys, beside the buttons where there is room and a keyboard. */
  hint?: string;
  /** As high as its content instead of 80 % of the window. Half the window wide either way; under 640 px it fills the screen. */
  fitsContent?: boolean;
  children: ReactNode;
}

/** A titled dialog; `data-autofocus` on a field takes the focus. Its code is loaded when it first opens. */
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
