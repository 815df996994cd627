import { foldText, type PromptTemplate } from "@lectern/contract";

export interface PromptVisibility {
  /** True if the flag `overrideInvisiblePrompts` is on. */
  seesAll: boolean;
  /** True if the person has chosen to see their own hidden prompts. */
  showsHidden: boolean;
}

/**
 * True if a prompt is listed: it is not hidden, or the person sees hidden prompts. A hidden prompt of a group is listed
 * only if `seesAll` is true.
 */
export function isVisiblePrompt(
  { data, groupId }: PromptTemplate,
  { seesAll, showsHidden }: PromptVisibility,
): boolean {
  return data.hidden !== true || seesAll || (showsHidden && (groupId ?? null) === null);
}

/**
 * True if the name, the description or the content contains the search text, ignoring case and accents. A blank
 * text matches everything.
 */
export function matchesSearch({ name, description, content }: PromptTemplate, search: string): boolean {
  const searchText = foldText(search.trim());
  return searchText === "" || [name, description, content].some((text) => foldText(text).includes(searchText));
}
