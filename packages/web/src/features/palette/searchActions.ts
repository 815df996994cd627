import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import type { PaletteEntry } from "../../entities/shell/palette.ts";

/** Returns the actions whose names contain every word of `search`, then those that are found with their synonyms. */
export function searchActions(actions: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const namedActions = searchConversations(actions, search);
  const withSynonyms = actions.map((action) => ({ action, name: `${action.name}, ${action.synonyms ?? ""}` }));
  return [...new Set([...namedActions, ...searchConversations(withSynonyms, search).map(({ action }) => action)])];
}
