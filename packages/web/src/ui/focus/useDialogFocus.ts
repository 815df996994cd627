import { useLayoutEffect } from "react";
import { canFocus, findFocusTarget } from "./findFocusTarget.ts";
import { getFocusHistory, restoreFocusHistory } from "./focusHistory.ts";

/** Longer than Mantine needs to move the focus itself, and than a component needs that replaces what had the focus. */
const settledMs = 50;
/** Longer than a dialog takes to fade out, in which Mantine may still move the focus into it. */
const fadedMs = 500;

/**
 * Keeps the keyboard's place: in an open dialog when the element with the focus disappears or is disabled, and after it
 * closes, when the focus returns to what had it before, or near that if it is gone. Needs `returnFocus={false}`.
 */
export function useDialogFocus(isOpen: boolean): void {
  // In a layout effect, so that the focus is not yet where whoever closed the dialog moves it.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const openers = getFocusHistory();
    const stop = watchLostFocus();
    return () => {
      setTimeout(stop, fadedMs);
      restoreFocusHistory(openers);
      const focusedAtClose = document.activeElement;
      setTimeout(() => {
        if (isNothingFocused() || document.activeElement === focusedAtClose) findFocusTarget(openers)?.focus();
      }, settledMs);
    };
  }, [isOpen]);
}

const isNothingFocused = () => document.activeElement === null || document.activeElement === document.body;

/** Moves the focus when its element is gone or disabled. A button that is loading gets it back afterwards. */
function watchLostFocus(): () => void {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isLost = false;
  const check = () => {
    timer = null;
    const [last] = getFocusHistory();
    if (!isNothingFocused() || !last) {
      isLost = false;
      return;
    }
    if (!canFocus(last.element)) isLost = true;
    // Otherwise the person has clicked beside it.
    if (!isLost || (last.element.isConnected && last.element.matches("[data-loading]"))) return;
    isLost = false;
    findFocusTarget(getFocusHistory())?.focus();
  };
  const checkLater = () => {
    timer ??= setTimeout(check, settledMs);
  };
  const observer = new MutationObserver(() => {
    const [last] = getFocusHistory();
    // At once, because a fast answer enables it again before the check.
    if (last && !canFocus(last.element)) isLost = true;
    checkLater();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "data-loading"] });
  document.addEventListener("focusout", checkLater);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusout", checkLater);
    if (timer !== null) clearTimeout(timer);
  };
}
