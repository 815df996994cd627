import { useEffect, useEffectEvent } from "react";
import { closeDialog, useDialogs } from "../../entities/shell/dialogs.ts";
import { matchShortcut, type ShortcutContribution } from "../../entities/shell/shortcuts.ts";
import type { Workspace } from "../../entities/shell/workspace.ts";
import { isDialogOpen } from "../../ui/notices/useNoticePlacement.ts";
import { closeMenus } from "../../ui/openMenus.ts";

/**
 * Handles shortcuts for the whole page while no dialog is open, and the one that closes the dialog it has opened. Open
 * menus close first.
 */
export function useShortcuts(shortcuts: readonly ShortcutContribution[], workspace: Workspace): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const shortcut = matchShortcut(event, shortcuts);
    if (shortcut === null) return;
    const { isOpen, dialog } = useDialogs.getState();
    const hasOpened = isOpen && shortcut.dialog !== undefined && dialog?.id === shortcut.dialog;
    // An open dialog handles all other keys itself.
    if (!hasOpened && isDialogOpen()) return;
    event.preventDefault();
    if (event.repeat) return;
    if (hasOpened) return closeDialog();
    // A menu would lie above what the shortcut opens.
    closeMenus();
    shortcut.run(workspace);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    addEventListener("keydown", listener);
    return () => removeEventListener("keydown", listener);
  }, []);
}
