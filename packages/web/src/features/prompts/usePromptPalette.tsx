import type { PromptTemplate } from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { IconTemplate } from "@tabler/icons-react";
import { sortByWordStart } from "../../entities/conversations/search/sortByWordStart.ts";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import { usePrompts } from "../../entities/prompts/store/usePrompts.ts";
import type { FindPaletteGroup, PaletteEntry } from "../../entities/shell/palette.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { usePromptStart } from "./start/usePromptStart.ts";

const maxEntries = 8;

/** Returns the function that finds prompts by name for the palette. It finds none for an empty search. */
export function usePromptPalette(): FindPaletteGroup {
  const { blockedReason } = useWorkspace();
  const prompts = usePrompts();
  const start = usePromptStart();
  const toEntry = (prompt: PromptTemplate): PaletteEntry => ({
    id: `prompt ${prompt.id}`,
    name: prompt.name,
    detail: prompt.description,
    icon: <IconTemplate size={16} stroke={1.6} />,
    blockedReason,
    run: () => start(prompt),
  });
  return (search) => {
    const visiblePrompts = search.trim() === "" ? [] : prompts.filter(({ data }) => !data.hidden);
    const matches = sortByWordStart(searchConversations(visiblePrompts, search), search);
    return { name: t`Prompts`, entries: matches.slice(0, maxEntries).map(toEntry) };
  };
}
