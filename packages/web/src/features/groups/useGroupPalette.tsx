import { t } from "@lingui/core/macro";
import { IconUsers } from "@tabler/icons-react";
import { sortByWordStart } from "../../entities/conversations/search/sortByWordStart.ts";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import { useGroups } from "../../entities/groups/useGroups.ts";
import { openDialog } from "../../entities/shell/dialogs.ts";
import type { FindPaletteGroup } from "../../entities/shell/palette.ts";
import { getLevelName } from "./groupTexts.ts";

const maxEntries = 8;

/** Returns the function that finds the person's groups by name for the palette. It finds none for an empty search. */
export function useGroupPalette(): FindPaletteGroup {
  const { data: groups = [] } = useGroups();
  return (search) => {
    const matches = search.trim() === "" ? [] : searchConversations(groups, search);
    const entries = sortByWordStart(matches, search)
      .slice(0, maxEntries)
      .map(({ id, name, level }) => ({
        id: `group ${id}`,
        name,
        detail: getLevelName(level),
        icon: <IconUsers size={16} stroke={1.6} />,
        run: () => openDialog("groups", { groupId: id }),
      }));
    return { name: t`Groups`, entries };
  };
}
