import { useState } from "react";
import { createLazyComponent } from "../../lib/preload/createLazyComponent.ts";
import { OverlaySuspense } from "../OverlaySuspense.tsx";
import type { ModalProps } from "./modalProps.ts";

const ModalFrame = createLazyComponent(() => import("./ModalFrame.tsx").then(({ ModalFrame }) => ModalFrame));

/** A titled dialog. A field with `data-autofocus` gets the focus. The dialog's code is loaded when it first opens. */
export function Modal(props: ModalProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <OverlaySuspense isOpen={props.isOpen} onClose={props.onClose}>
      <ModalFrame {...props} />
    </OverlaySuspense>
  );
}
