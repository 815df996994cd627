import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import type { FindPaletteGroup } from "../../entities/shell/palette.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { useEditPalette } from "../../features/assistants/editor/useEditPalette.tsx";
import { findMessageSearch } from "../../features/conversations/findMessageSearch.tsx";
import { useConversationPalette } from "../../features/conversations/useConversationPalette.tsx";
import { useModelPalette } from "../../features/models/useModelPalette.tsx";
import { CommandPalette } from "../../features/palette/CommandPalette.tsx";
import { toPaletteEntries } from "../../features/palette/toPaletteEntries.tsx";
import { usePromptPalette } from "../../features/prompts/usePromptPalette.tsx";
import { getPaletteActions } from "./paletteActions.ts";
import { shortcuts } from "./shortcuts.ts";

/** The command palette, with its groups in display order. */
export function Palette(props: DialogProps) {
  const { data: flags } = useQuery(flagsQuery);
  const availableActions = getPaletteActions().filter(({ flag }) => flag === undefined || flags?.[flag]);
  const actions = toPaletteEntries(availableActions, shortcuts, useWorkspace());
  const groups: readonly FindPaletteGroup[] = [
    useConversationPalette(),
    usePromptPalette(),
    useModelPalette(),
    useEditPalette(),
    (search) => ({ name: t`Actions`, entries: searchConversations(actions, search) }),
    findMessageSearch,
  ];
  return <CommandPalette {...props} find={(search) => groups.map((find) => find(search))} />;
}
