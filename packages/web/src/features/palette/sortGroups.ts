import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import type { PaletteGroup } from "../../entities/shell/palette.ts";

/**
 * Moves groups to the end in which no name contains the words of `search`, because their entries were found by
 * descriptions or synonyms. Keeps the order otherwise.
 */
export function sortGroups(groups: readonly PaletteGroup[], search: string): PaletteGroup[] {
  const isNamed = ({ entries }: PaletteGroup) => searchConversations(entries, search).length > 0;
  return [...groups.filter(isNamed), ...groups.filter((group) => !isNamed(group))];
}
