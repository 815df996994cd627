import { useEffect, useEffectEvent } from "react";
import { matchShortcut, type ShortcutContribution } from "../../entities/shell/shortcuts.ts";
import type { Workspace } from "../../entities/shell/workspace.ts";

/** Handles shortcuts for the whole page while no dialog is open. */
export function useShortcuts(shortcuts: readonly ShortcutContribution[], workspace: Workspace): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = matchShortcut(event, shortcuts);
    // An open dialog handles all keys itself.
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
