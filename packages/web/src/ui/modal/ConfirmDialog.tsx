import { useState } from "react";
import { createLazyComponent } from "../../lib/preload/createLazyComponent.ts";
import { OverlaySuspense } from "../OverlaySuspense.tsx";
import type { ConfirmDialogProps } from "./confirmDialogProps.ts";

const ConfirmFrame = createLazyComponent(() => import("./ConfirmFrame.tsx").then(({ ConfirmFrame }) => ConfirmFrame));

/** Asks for confirmation before an action. Its code is loaded when it first opens. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <OverlaySuspense isOpen={props.isOpen} onClose={props.onClose ?? props.onCancel}>
      <ConfirmFrame {...props} />
    </OverlaySuspense>
  );
}
