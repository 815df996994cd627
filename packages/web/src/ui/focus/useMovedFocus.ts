import { useMemo, useRef } from "react";
import { findFocusTarget } from "./findFocusTarget.ts";
import { type FocusPlace, getFocusHistory } from "./focusHistory.ts";

/**
 * Tells whether the person has moved the focus since a dialog closed, so that what is done later does not take it from
 * them. `trackOpening` is called before the dialog opens, `trackClosing` before it closes.
 */
export function useMovedFocus() {
  const openersRef = useRef<readonly FocusPlace[]>([]);
  const placesRef = useRef<readonly (Element | null)[] | null>(null);
  return useMemo(
    () => ({
      trackOpening() {
        openersRef.current = getFocusHistory();
        placesRef.current = null;
      },
      trackClosing() {
        // Where the focus is, and where `useDialogFocus` is about to return it.
        placesRef.current = [document.activeElement, findFocusTarget(openersRef.current), document.body, null];
      },
      /** False while the dialog is open. */
      hasMoved: () => placesRef.current !== null && !placesRef.current.includes(document.activeElement),
    }),
    [],
  );
}
