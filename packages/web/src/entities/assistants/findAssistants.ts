import { type AssistantSummary, foldText } from "@lectern/contract";
import type { AssistantMarks } from "./assistantMarks.ts";
import { listAssistantGroups } from "./listAssistantGroups.ts";

/**
 * Finds assistants by name, group or description. For an empty search all: the pinned ones first, then those that the person
 * has used last, then their own, then those of others, and those of the server last. Otherwise names that begin with
 * the search come first, then other matches in a name, then those in the name of a group, then those in a description.
 */
export function findAssistants(
  assistants: readonly AssistantSummary[],
  search: string,
  { pinnedIds, recentIds }: Pick<AssistantMarks, "pinnedIds" | "recentIds">,
): AssistantSummary[] {
  const searchText = foldText(search.trim());
  const markedIds = [...pinnedIds, ...recentIds];
  const getMarkRank = ({ assistantId }: AssistantSummary) => {
    const index = markedIds.indexOf(assistantId);
    return index < 0 ? markedIds.length : index;
  };
  return assistants
    .map((assistant) => ({
      assistant,
      matchRank: getMatchRank(assistant, searchText),
      markRank: getMarkRank(assistant),
    }))
    .filter(({ matchRank }) => matchRank < noMatchRank)
    .sort(
      (a, b) =>
        a.matchRank - b.matchRank ||
        a.markRank - b.markRank ||
        getOriginRank(a.assistant) - getOriginRank(b.assistant) ||
        collator.compare(a.assistant.name, b.assistant.name),
    )
    .map(({ assistant }) => assistant);
}

function getOriginRank({ isSystem, owner, group }: AssistantSummary): number {
  if (isSystem) return 2;
  return owner === null && group === null ? 0 : 1;
}

const noMatchRank = 5;
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

function getMatchRank(assistant: AssistantSummary, searchText: string): number {
  if (searchText === "") return 0;
  const { name, description } = assistant;
  const foldedName = foldText(name);
  if (foldedName.startsWith(searchText)) return 0;
  if (foldedName.split(/\s+/).some((word) => word.startsWith(searchText))) return 1;
  // Within a message, the text after an @ has no spaces, but names do.
  const isInName = foldedName.includes(searchText) || foldedName.replaceAll(/\s+/g, "").includes(searchText);
  if (isInName) return 2;
  if (listAssistantGroups(assistant).some((group) => foldText(group.name).includes(searchText))) return 3;
  return foldText(description).includes(searchText) ? 4 : noMatchRank;
}
