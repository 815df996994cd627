import { type AssistantContent, type DataSource, parseDataSourceId } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import type { AppliedAssistant } from "../../core/run/appliedAssistant.ts";
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
  const { content } = row;
  const typeData = groupType === null ? undefined : content.data.groupTypeData[groupType];
  if (typeData?.isDisabled) {
    const userMessage = typeData.disabledMessage || "This assistant is not available for the group you have chosen.";
    throw new AppError("forbidden", { userMessage });
  }
  return {
    id: row.id,
    versionId: row.versionId,
    name: content.name,
    ownerId: row.ownerId,
    groupId: row.groupId,
    instructions: [content.instructions, typeData?.additionalInstructions ?? ""].filter(isNotBlank).join("\n\n"),
    disclaimer: content.disclaimer,
    fileKeys: listFileKeys([...content.dataSources, ...(typeData?.dataSources ?? [])]),
    dataSourceOptions: content.data.dataSourceOptions,
    messageOptions: content.data.messageOptions,
    modelId: content.data.model,
    isConfidential: row.role === "use",
  };
}

/** Lists the files of data sources, each once. */
export function listFileKeys(dataSources: readonly DataSource[]): string[] {
  const refs = dataSources.map(({ id }) => parseDataSourceId(id));
  return [...new Set(refs.flatMap((ref) => (ref?.kind === "file" ? [ref.key] : [])))];
}

/** Lists the files of all data sources of a version, with those of group types. */
export function listFileKeysOfContent({ dataSources, data }: AssistantContent): string[] {
  const typeSources = Object.values(data.groupTypeData).flatMap((typeData) => typeData.dataSources);
  return listFileKeys([...dataSources, ...typeSources]);
}

const isNotBlank = (text: string) => text.trim() !== "";
