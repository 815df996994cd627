import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import type { PaletteGroup } from "../../entities/shell/palette.ts";
import { isExactName } from "./searchActions.ts";

/**
 * Moves groups to the front in which a name is what was typed, and groups to the end in which no name contains the words of `search`, because their entries were found by
 * descriptions or synonyms. Keeps the order otherwise.
 */
export function sortGroups(groups: readonly PaletteGroup[], search: string): PaletteGroup[] {
  const isNamed = ({ entries }: PaletteGroup) => searchConversations(entries, search).length > 0;
  const isExact = ({ entries }: PaletteGroup) => entries.some(({ name }) => isExactName(name, search));
  const getRank = (group: PaletteGroup) => (isExact(group) ? 0 : isNamed(group) ? 1 : 2);
  return groups.toSorted((a, b) => getRank(a) - getRank(b));
}
