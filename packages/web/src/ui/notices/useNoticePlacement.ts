import { useLayoutEffect } from "react";

/**
 * Where a dialog is in a wide window: in the middle with space beside it, in the middle without, along the right side,
 * or as high as the window.
 */
type DialogPosition = "middle" | "wide" | "side" | "high";

/**
 * While a dialog is open, moves notices beside it, above it if there is not enough space, or into its header if it is as
 * high as the window. Sets `data-dialog` on the root element.
 */
export function useNoticePlacement(isOpen: boolean, position: DialogPosition): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const root = document.documentElement;
    const previousPosition = root.dataset.dialog;
    root.dataset.dialog = position;
    return () => {
      if (previousPosition !== undefined) root.dataset.dialog = previousPosition;
      else delete root.dataset.dialog;
    };
  }, [isOpen, position]);
}

/** True while a dialog is open. A dialog that fades out is closed. */
export const isDialogOpen = () => document.documentElement.dataset.dialog !== undefined;
