import { useEffect, useEffectEvent } from "react";

const dialogsAndMenus = "[role=dialog],[role=alertdialog],[role=menu]";

/**
 * Calls `onEscape` when Esc is pressed and nothing else handles it, while `isActive`. An open dialog or menu comes first,
 * and so does an element that matches the selector `otherCovers`.
 */
export function useUncoveredEscape(
  isActive: boolean,
  onEscape: (event: KeyboardEvent) => void,
  otherCovers = "",
): void {
  const handleEscape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isActive) return;
    const covers = otherCovers === "" ? dialogsAndMenus : `${dialogsAndMenus},${otherCovers}`;
    let isCovered = false;
    // Look for them in the capture phase, before Esc has closed them.
    const updateIsCovered = () => {
      isCovered = document.querySelector(covers) !== null;
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !event.isComposing && !isCovered) handleEscape(event);
    };
    addEventListener("keydown", updateIsCovered, true);
    // An open tooltip stops Esc at the document, so listen below it.
    document.body.addEventListener("keydown", onKeyDown);
    return () => {
      removeEventListener("keydown", updateIsCovered, true);
      document.body.removeEventListener("keydown", onKeyDown);
    };
  }, [isActive, otherCovers]);
}
