import { foldText, type PromptTemplate } from "@lectern/contract";
import { startsAtWord } from "../../../entities/chat/slots/startsAtWord.ts";
import { isBuiltInPrompt } from "../../../entities/prompts/store/promptStore.ts";

const offeredTypes: ReadonlySet<PromptTemplate["type"]> = new Set(["prompt", "automation", "follow_up"]);
const maxPrompts = 100;

/**
 * Finds prompts, automations and follow-ups whose name contains the text after the slash. If it is one word, spaces in the
 * name are ignored. Leaves out hidden ones. Matches at the start of the name or of a word come first; among equal
 * matches the prompts that the person has used last, then their own, then those of groups and of the server, by name.
 */
export function findSlashPrompts(
  prompts: readonly PromptTemplate[],
  query: string,
  recentIds: readonly string[],
): PromptTemplate[] {
  const searchText = foldText(query);
  return prompts
    .filter(({ type, data }) => offeredTypes.has(type) && data.hidden !== true)
    .map((prompt) => ({
      prompt,
      matchRank: getMatchRank(foldText(prompt.name).trim().replaceAll(/\s+/g, " "), searchText),
      originRank: getOriginRank(prompt, recentIds),
    }))
    .filter(({ matchRank }) => matchRank < noMatchRank)
    .toSorted(
      (a, b) => a.matchRank - b.matchRank || a.originRank - b.originRank || a.prompt.name.localeCompare(b.prompt.name),
    )
    .slice(0, maxPrompts)
    .map(({ prompt }) => prompt);
}

function getOriginRank({ id, groupId }: PromptTemplate, recentIds: readonly string[]): number {
  const recentIndex = recentIds.indexOf(id);
  if (recentIndex >= 0) return recentIndex;
  const isOwn = (groupId ?? null) === null && !isBuiltInPrompt(id);
  return recentIds.length + (isOwn ? 0 : 1);
}

const noMatchRank = 3;

function getMatchRank(name: string, searchText: string): number {
  if (name.startsWith(searchText)) return 0;
  if (startsAtWord(name, searchText)) return 1;
  if (/\s/.test(searchText)) return noMatchRank;
  // Within a message, the text after a slash has no spaces, but names do.
  return name.replaceAll(/\s+/g, "").includes(searchText.replaceAll(/[-_]/g, "")) ? 2 : noMatchRank;
}
