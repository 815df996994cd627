import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import type { FindPaletteGroup } from "../../entities/shell/palette.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { useConversationPalette } from "../../features/conversations/useConversationPalette.tsx";
import { CommandPalette } from "../../features/palette/CommandPalette.tsx";
import { toPaletteEntries } from "../../features/palette/toPaletteEntries.tsx";
import { usePromptPalette } from "../../features/prompts/usePromptPalette.tsx";
import { paletteActions } from "./paletteActions.ts";
import { shortcuts } from "./shortcuts.ts";

/** The command palette, with its groups in display order. */
export function Palette(props: DialogProps) {
  const actions = toPaletteEntries(paletteActions, shortcuts, useWorkspace());
  const groups: readonly FindPaletteGroup[] = [
    useConversationPalette(),
    usePromptPalette(),
    (search) => ({ name: "Actions", entries: searchConversations(actions, search) }),
  ];
  return (
    <CommandPalette
      {...props}
      find={(search) => groups.map((find) => find(search))}
      emptyText="No matches. To search inside messages, use the search in the side panel."
    />
  );
}
