import type { PromptTemplate } from "@lectern/contract";
import { IconTemplate } from "@tabler/icons-react";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import { usePrompts } from "../../entities/prompts/store/usePrompts.ts";
import type { FindPaletteGroup, PaletteEntry } from "../../entities/shell/palette.ts";
import { useWorkspace } from "../../entities/shell/workspace.ts";
import { usePromptStart } from "./start/usePromptStart.ts";

const maxEntries = 8;

/** Returns the palette's prompts: those whose names match the search, and none for an empty search. */
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
    const visible = search.trim() === "" ? [] : prompts.filter(({ data }) => !data.hidden);
    return { name: "Prompts", entries: searchConversations(visible, search).slice(0, maxEntries).map(toEntry) };
  };
}
