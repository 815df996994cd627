import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { hasAnyFlag } from "../../entities/flags/hasAnyFlag.ts";
import { flagsQuery } from "../../entities/flags/useFlag.ts";
import { useHasAssistantAdmin } from "../../entities/groups/useHasAssistantAdmin.ts";
import type { DialogProps } from "../../entities/shell/dialogs.ts";
import type { FindPaletteGroup } from "../../entities/shell/palette.ts";
import { takeTypedText } from "../../entities/shell/paletteTyping.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { useAdminSettingPalette } from "../../features/admin/useAdminSettingPalette.tsx";
import { useEditPalette } from "../../features/assistants/editor/useEditPalette.tsx";
import { useAssistantPalette } from "../../features/assistants/picker/useAssistantPalette.tsx";
import { useMessagePalette } from "../../features/conversations/search/useMessagePalette.tsx";
import { useConversationPalette } from "../../features/conversations/useConversationPalette.tsx";
import { useFolderPalette } from "../../features/conversations/useFolderPalette.tsx";
import { useFilePalette } from "../../features/files/useFilePalette.tsx";
import { useGroupPalette } from "../../features/groups/useGroupPalette.tsx";
import { useModelPalette } from "../../features/models/useModelPalette.tsx";
import { CommandPalette, maxPaletteCharacters } from "../../features/palette/CommandPalette.tsx";
import { searchActions } from "../../features/palette/searchActions.ts";
import { sortGroups } from "../../features/palette/sortGroups.ts";
import { toPaletteEntries } from "../../features/palette/toPaletteEntries.tsx";
import { usePromptPalette } from "../../features/prompts/usePromptPalette.tsx";
import { getPaletteActions } from "./paletteActions.ts";
import { shortcuts } from "./shortcuts.ts";

/** The command palette. */
export function Palette(props: DialogProps) {
  const { isOpen } = props;
  const [search, setSearch] = useState("");
  const deferredSearch = useDeferredValue(search);
  const searchedText = isOpen ? deferredSearch : "";
  const files = useFilePalette(searchedText);
  const messages = useMessagePalette(searchedText);
  const { data: flags } = useQuery(flagsQuery);
  const availableActions = getPaletteActions(useHasAssistantAdmin()).filter((action) =>
    hasAnyFlag(flags, action.flags),
  );
  const actions = toPaletteEntries(availableActions, shortcuts, useWorkspace());
  const finders: readonly FindPaletteGroup[] = [
    useConversationPalette(),
    useFolderPalette(),
    usePromptPalette(),
    useAssistantPalette(),
    useGroupPalette(),
    useModelPalette(),
    useEditPalette(),
    useAdminSettingPalette(),
    (search) => ({ name: t`Actions`, entries: searchActions(actions, search) }),
  ];
  const foundGroups = finders.map((find) => find(deferredSearch));
  const groups = [...sortGroups(foundGroups, deferredSearch), files, messages];
  const addTypedText = () => {
    const typedText = takeTypedText();
    if (typedText !== "") setSearch(`${search}${typedText}`.slice(0, maxPaletteCharacters));
  };
  const isStale = deferredSearch !== search;
  return <CommandPalette {...props} {...{ search, groups, isStale }} onSearch={setSearch} onFocus={addTypedText} />;
}
