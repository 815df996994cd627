import { foldText } from "@lectern/contract";
import { sortByWordStart } from "../../entities/conversations/search/sortByWordStart.ts";
import { searchConversations } from "../../entities/conversations/searchConversations.ts";
import type { PaletteEntry } from "../../entities/shell/palette.ts";

/** True if a name is what was typed, whatever is added to it in brackets. */
export const isExactName = (name: string, search: string): boolean =>
  foldText(name.replace(/ \([^)]*\)$/, "")) === foldText(search.trim());

/** Returns the actions whose names contain every word of `search`, best matches first, then those that are found with their synonyms. */
export function searchActions(actions: readonly PaletteEntry[], search: string): PaletteEntry[] {
  const namedActions = sortByWordStart(searchConversations(actions, search), search);
  const exactActions = namedActions.filter(({ name }) => isExactName(name, search));
  const withSynonyms = actions.map((action) => ({ action, name: `${action.name}, ${action.synonyms ?? ""}` }));
  return [
    ...new Set([
      ...exactActions,
      ...namedActions,
      ...searchConversations(withSynonyms, search).map(({ action }) => action),
    ]),
  ];
}
