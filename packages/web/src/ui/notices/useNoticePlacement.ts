import { useLayoutEffect } from "react";

/**
 * Where a dialog is in a wide window: in the middle with space beside it, in the middle without, along the right side,
 * or as high as the window.
 */
type DialogPosition = "middle" | "wide" | "side" | "high";

/** The open dialogs, the topmost last. Several can close in one step, in any order. */
const openDialogs: { position: DialogPosition }[] = [];

/**
 * While a dialog is open, moves notices beside it, above it if there is not enough space, or to its bottom if it is as
 * high as the window. Sets `data-dialog` on the root element.
 */
export function useNoticePlacement(isOpen: boolean, position: DialogPosition): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const dialog = { position };
    openDialogs.push(dialog);
    placeNotices();
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
      placeNotices();
    };
  }, [isOpen, position]);
}

/** True while a dialog is open, or a popover that is one. A dialog that fades out is closed. */
export const isDialogOpen = () =>
  openDialogs.length > 0 || document.querySelector("[role=dialog]:not([aria-modal=true])") !== null;

function placeNotices(): void {
  const top = openDialogs.at(-1);
  if (top) document.documentElement.dataset.dialog = top.position;
  else delete document.documentElement.dataset.dialog;
}
