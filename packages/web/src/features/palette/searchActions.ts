import { sortByWordStart } from "../../entities/conversations/search/sortByWordStart.ts";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import type { PaletteEntry } from "../../entities/shell/palette.ts";

/** Returns the actions whose names contain every word of `search`, best matches first, then those that are found with their synonyms. */
export function searchActions(actions: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const namedActions = sortByWordStart(searchConversations(actions, search), search);
  const withSynonyms = actions.map((action) => ({ action, name: `${action.name}, ${action.synonyms ?? ""}` }));
  return [...new Set([...namedActions, ...searchConversations(withSynonyms, search).map(({ action }) => action)])];
}
