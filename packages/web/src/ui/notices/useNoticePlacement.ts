import { useLayoutEffect } from "react";

/** The position of a dialog: in the middle of the window, or along its right side. */
type DialogPosition = "middle" | "side";

/** The sum of the margins above and below the notices. */
const marginsPx = 16;

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
    const notices = document.querySelector<HTMLElement>('[data-notices][data-position="bottom-right"]');
    const observer = new ResizeObserver(() => {
      const height = notices?.offsetHeight ?? 0;
      root.style.setProperty("--notices-height", height === 0 ? "0px" : `${height + marginsPx}px`);
    });
    if (notices) observer.observe(notices);
    return () => {
      observer.disconnect();
      if (previousPosition !== undefined) root.dataset.dialog = previousPosition;
      else {
        delete root.dataset.dialog;
        root.style.removeProperty("--notices-height");
      }
    };
  }, [isOpen, position]);
}
