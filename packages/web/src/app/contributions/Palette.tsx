import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import type { FindPaletteGroup, PaletteEntry } from "../../entities/shell/palette.ts";
import { keyCapsOf } from "../../entities/shell/shortcuts.ts";
import { useWorkspace, type Workspace } from "../../entities/shell/workspace.ts";
import { useConversationPalette } from "../../features/conversations/useConversationPalette.tsx";
import { CommandPalette } from "../../features/palette/CommandPalette.tsx";
import { usePromptPalette } from "../../features/prompts/usePromptPalette.tsx";
import { paletteActions } from "./paletteActions.ts";
import { shortcuts } from "./shortcuts.ts";

/** The command palette with its groups, in their order. */
export function Palette(props: DialogProps) {
  const workspace = useWorkspace();
  const groups: readonly FindPaletteGroup[] = [
    useConversationPalette(),
    usePromptPalette(),
    (search) => ({ name: "Actions", entries: searchConversations(toEntries(workspace), search) }),
  ];
  return (
    <CommandPalette
      {...props}
      find={(search) => groups.map((find) => find(search))}
      emptyText="Nothing is named so. Words inside messages are found by the search in the side panel."
    />
  );
}

function toEntries(workspace: Workspace): PaletteEntry[] {
  return paletteActions
    .filter(({ isShown }) => isShown?.(workspace) ?? true)
    .map(({ id, name, Icon, opensConversation = false, movesFocus = false, run }) => {
      const shortcut = shortcuts.find((one) => one.id === id);
      return {
        id: `action ${id}`,
        name,
        icon: <Icon size={16} stroke={1.6} />,
        ...(shortcut ? { keys: keyCapsOf(shortcut) } : {}),
        blockedReason: opensConversation ? workspace.blockedReason : null,
        movesFocus,
        run: () => run(workspace),
      };
    });
}
