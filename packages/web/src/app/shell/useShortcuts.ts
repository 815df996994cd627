import { useEffect, useEffectEvent } from "react";
import { openDialog } from "../../entities/shell/dialogs.ts";
import { focusField } from "../../entities/shell/focusTargets.ts";
import { type GlobalShortcut, shortcutOf } from "../../entities/shell/shortcuts.ts";

/** Hears the keys of `shortcuts.ts` wherever the focus is. `isBlocked`: no other conversation can be opened now. */
export function useGlobalKeys({ isBlocked, onNew }: { isBlocked: boolean; onNew: () => void }): void {
  const act = useEffectEvent((shortcut: GlobalShortcut) => {
    switch (shortcut) {
      case "newChat":
        return isBlocked ? undefined : onNew();
      case "focusMessage":
        return focusField("Message");
      case "search":
        return focusField("Search conversations");
      default:
        return openDialog(shortcut);
    }
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      // A dialog that is open has the keys for itself; the palette closes with the key that opens it.
      if (shortcut === null || document.querySelector("[role=dialog],[role=alertdialog]")) return;
      event.preventDefault();
      if (!event.repeat) act(shortcut);
    };
    addEventListener("keydown", hear);
    return () => removeEventListener("keydown", hear);
  }, []);
}
