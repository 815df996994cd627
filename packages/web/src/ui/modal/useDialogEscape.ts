import { useEffectEvent, useLayoutEffect } from "react";

/** What closes each open dialog; that of the topmost dialog is the last. */
const closers: (() => void)[] = [];

/** Closes a dialog when Esc is pressed, unless another dialog is above it. Mantine would close all of them at once. */
export function useDialogEscape(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const closer = () => close();
    if (closers.push(closer) === 1) addEventListener("keydown", closeTopDialog, true);
    return () => {
      closers.splice(closers.indexOf(closer), 1);
      if (closers.length === 0) removeEventListener("keydown", closeTopDialog, true);
    };
  }, [isOpen]);
}

function closeTopDialog({ key, isComposing, target }: KeyboardEvent): void {
  if (key !== "Escape" || isComposing) return;
  // Mantine's mark of fields whose open list Esc closes instead.
  const isForList = target instanceof Element && target.getAttribute("data-mantine-stop-propagation") === "true";
  if (!isForList) closers.at(-1)?.();
}
