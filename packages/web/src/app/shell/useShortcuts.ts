import { useEffect, useEffectEvent } from "react";
import { matchShortcut, type ShortcutContribution } from "../../entities/shell/shortcuts.ts";
import type { Workspace } from "../../entities/shell/workspace.ts";

/** Handles shortcuts for the whole page, wherever the focus is. */
export function useShortcuts(shortcuts: readonly ShortcutContribution[], workspace: Workspace): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = matchShortcut(event, shortcuts);
    // While a dialog is open, no shortcut applies, except that the palette's own shortcut closes the palette.
    if (shortcut === null || document.querySelector("[role=dialog],[role=alertdialog]")) return;
    event.preventDefault();
    if (!event.repeat) shortcut.run(workspace);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
