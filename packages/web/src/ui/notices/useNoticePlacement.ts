import { useLayoutEffect } from "react";
import { observeNoticesHeight } from "./observeNoticesHeight.ts";

/** The position of a dialog: in the middle of the window, or along its right side. */
type DialogPosition = "middle" | "side";

/**
 * While a dialog is open, moves notices beside it, or above it if there is not enough space. Sets `data-dialog` on the
 * root element, and `--notices-height` to the space that the dialog must leave free at the top.
 */
export function useNoticePlacement(isOpen: boolean, position: DialogPosition): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const root = document.documentElement;
    const previousPosition = root.dataset.dialog;
    root.dataset.dialog = position;
    const stopObserving = observeNoticesHeight("--notices-height");
    return () => {
      stopObserving();
      if (previousPosition !== undefined) root.dataset.dialog = previousPosition;
      else {
        delete root.dataset.dialog;
        root.style.removeProperty("--notices-height");
      }
    };
  }, [isOpen, position]);
}
