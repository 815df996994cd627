import { useLayoutEffect } from "react";

/** Where a dialog stands: in the middle of the window, or along its right side. */
type DialogPosition = "middle" | "side";

/** Under the notices and over them. */
const marginsPx = 16;

/**
 * While a dialog is open, notices stand beside it where there is room for both, and else above it: the page's root then has `data-dialog`,
 * and `--notices-height` for the room that the dialog leaves them at the top.
 */
export function useNoticePlacement(isOpen: boolean, place: DialogPosition): void {
  useLayoutEffect(() => {
    if (!isOpen) return;
    const root = document.documentElement;
    const before = root.dataset.dialog;
    root.dataset.dialog = place;
    const notices = document.querySelector<HTMLElement>('[data-notices][data-position="bottom-right"]');
    const observer = new ResizeObserver(() => {
      const height = notices?.offsetHeight ?? 0;
      root.style.setProperty("--notices-height", height === 0 ? "0px" : `${height + marginsPx}px`);
    });
    if (notices) observer.observe(notices);
    return () => {
      observer.disconnect();
      if (before !== undefined) root.dataset.dialog = before;
      else {
        delete root.dataset.dialog;
        root.style.removeProperty("--notices-height");
      }
    };
  }, [isOpen, place]);
}
