import { t } from "@lingui/core/macro";
import { IconPencil } from "@tabler/icons-react";
import { editAssistant } from "../../../entities/assistants/editAssistant.ts";
import { useAssistants } from "../../../entities/assistants/useAssistants.ts";
import { sortByWordStart } from "../../../entities/conversations/search/sortByWordStart.ts";
import { searchConversations } from "../../../entities/conversations/searchConversations.ts";
import type { FindPaletteGroup } from "../../../entities/shell/palette.ts";

const maxEntries = 8;

/** Returns the function that finds assistants to edit for the palette. It finds none for an empty search. */
export function useEditPalette(): FindPaletteGroup {
  const { data = [] } = useAssistants();
  const entries = data
    .filter(({ noEdit }) => !noEdit)
    .map((assistant) => {
      const { assistantId, name, group } = assistant;
      return {
        id: `editAssistant ${assistantId}`,
        name: t`Edit ${name}`,
        ...(group ? { detail: group.name } : {}),
        icon: <IconPencil size={16} stroke={1.6} />,
        run: () => editAssistant(assistant),
      };
    });
  return (search) => {
    const matches = search.trim() === "" ? [] : searchConversations(entries, search);
    return { name: t`Assistants to edit`, entries: sortByWordStart(matches, search).slice(0, maxEntries) };
  };
}
