import type { AssistantSummary } from "@lectern/contract";
import type { AssistantMarks } from "../../../entities/assistants/assistantMarks.ts";
import { findAssistants } from "../../../entities/assistants/findAssistants.ts";
import { isOwnAssistant, isSharedDirectly } from "../../../entities/assistants/isOwnAssistant.ts";

import { listAssistantGroups } from "../../../entities/assistants/listAssistantGroups.ts";

const maxOffered = 4;

/**
 * Finds the assistants that are offered before the first message: those of the person's groups, then those that people
 * share with them, then their own that they have used last. Within each, the pinned ones and those used last come first.
 * Returns none if nobody offers any: the person knows their own. Those of a group whose folder is hidden are left out.
 */
export function findOffered(
  assistants: readonly AssistantSummary[],
  marks: AssistantMarks,
  hiddenGroupIds: ReadonlySet<string>,
): AssistantSummary[] {
  const isShown = (group: { id: string }) => !hiddenGroupIds.has(group.id);
  // The assistants of the server are for authors, and everyone has them.
  const usable = findAssistants(assistants, "", marks).filter(({ isSystem, isPublished }) => !isSystem && isPublished);
  const own = usable.filter(isOwnAssistant);
  const offered = usable.filter((assistant) => !isOwnAssistant(assistant));
  const ofGroups = offered.filter((assistant) => listAssistantGroups(assistant).some(isShown));
  const ofPeople = offered.filter((assistant) => isSharedDirectly(assistant) && !ofGroups.includes(assistant));
  if (ofGroups.length + ofPeople.length === 0) return [];
  const recent = own.filter(({ assistantId }) => marks.recentIds.includes(assistantId));
  return [...ofGroups, ...ofPeople, ...recent].slice(0, maxOffered);
}
