import type { Actor, Platform } from "../../core/context.ts";
import type { AppliedAssistant } from "../../core/run/appliedAssistant.ts";
import { applyContent, listFileKeysOfType } from "./applyContent.ts";
import { findUsableAssistant } from "./findUsableAssistant.ts";

/**
 * Returns the version of an assistant that answers the actor, for the group type that the person has chosen. Throws
 * `notFound` if the actor may not use the assistant, and `forbidden` if it is disabled for the group type.
 */
export async function findAppliedAssistant(
  platform: Pick<Platform, "db">,
  actor: Actor,
  { assistantId, groupType }: { assistantId: string; groupType: string | null },
): Promise<AppliedAssistant> {
  const row = await findUsableAssistant(platform, actor, assistantId);
  const { id, versionId, ownerId, authorId, groupId, groupTypes, isAnalyzed, content, role } = row;
  const { supportConvAnalysis, analysisCategories } = content.data;
  const type = { groupTypes: groupTypes ?? [], groupType };
  return {
    ...applyContent(content, type),
    ...{ id, versionId, ownerId, authorId, groupId },
    fileKeys: listFileKeysOfType(content, type),
    addedFileKeys: [],
    analysis: isAnalyzed ? { isJudged: supportConvAnalysis, categories: analysisCategories } : null,
    isConfidential: role === "use",
  };
}
