import type { PaletteAction, PaletteEntry } from "../../entities/shell/palette.ts";
import { getKeyCaps, type ShortcutContribution } from "../../entities/shell/shortcuts.ts";
import type { Workspace } from "../../entities/shell/workspace.ts";

/**
 * Converts the available actions to entries of the palette. An action with the id of a shortcut shows that shortcut's
 * keys.
 */
export function toPaletteEntries(
  actions: readonly PaletteAction[],
  shortcuts: readonly ShortcutContribution[],
  workspace: Workspace,
): PaletteEntry[] {
  return actions
    .filter(({ isShown }) => isShown?.(workspace) ?? true)
    .map(({ id, name, synonyms = "", Icon, opensConversation = false, run }) => {
      const shortcut = shortcuts.find((one) => one.id === id);
      return {
        id: `action ${id}`,
        name,
        synonyms,
        icon: <Icon size={16} stroke={1.6} />,
        ...(shortcut ? { keys: getKeyCaps(shortcut) } : {}),
        blockedReason: opensConversation ? workspace.blockedReason : null,
        run: () => run(workspace),
      };
    });
}
