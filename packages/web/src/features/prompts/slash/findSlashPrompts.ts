import { foldText, type PromptTemplate } from "@lectern/contract";

const offeredTypes: ReadonlySet<PromptTemplate["type"]> = new Set(["prompt", "automation", "follow_up"]);
const maxPrompts = 100;

/**
 * Finds prompts, automations and follow-ups whose name contains the text after the slash, ignoring spaces in the name.
 * Leaves out hidden ones. Matches at the start of the name or of a word come first.
 */
export function findSlashPrompts(prompts: readonly PromptTemplate[], query: string): PromptTemplate[] {
  const searchText = foldText(query);
  return prompts
    .filter(({ type, data }) => offeredTypes.has(type) && data.hidden !== true)
    .map((prompt) => ({ prompt, rank: getMatchRank(foldText(prompt.name), searchText) }))
    .filter(({ rank }) => rank < noMatchRank)
    .toSorted((a, b) => a.rank - b.rank || a.prompt.name.localeCompare(b.prompt.name))
    .slice(0, maxPrompts)
    .map(({ prompt }) => prompt);
}

const noMatchRank = 3;

function getMatchRank(name: string, searchText: string): number {
  if (name.startsWith(searchText)) return 0;
  if (name.split(/\s+/).some((word) => word.startsWith(searchText))) return 1;
  // The text after a slash has no spaces, but names do.
  return name.replaceAll(/\s+/g, "").includes(searchText.replaceAll(/[-_]/g, "")) ? 2 : noMatchRank;
}
