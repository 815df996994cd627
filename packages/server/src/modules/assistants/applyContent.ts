import { type AssistantContent, type DataSource, type GroupTypeData, parseDataSourceId } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { AppliedAssistant } from "../../core/run/appliedAssistant.ts";

interface ChosenType {
  /** The types of the assistant's group. */
  groupTypes: readonly string[];
  /** The type that the person has chosen. */
  groupType: string | null;
}

/**
 * Returns what the content of a version, stored or not, makes of an answer for the group type that the person has chosen.
 * Throws `forbidden` if the assistant is disabled for the type. Pure.
 */
export function applyContent(
  content: AssistantContent,
  type: ChosenType,
): Pick<
  AppliedAssistant,
  | "name"
  | "instructions"
  | "disclaimer"
  | "dataSourceOptions"
  | "messageOptions"
  | "allowsArtifacts"
  | "operations"
  | "modelId"
> {
  const typeData = findTypeData(content, type);
  if (typeData?.isDisabled) {
    const userMessage = typeData.disabledMessage || "This assistant isn’t available for the group you have chosen.";
    throw new AppError("forbidden", { userMessage });
  }
  return {
    name: content.name,
    instructions: [content.instructions, typeData?.additionalInstructions ?? ""].filter(isNotBlank).join("\n\n"),
    disclaimer: content.disclaimer,
    dataSourceOptions: content.data.dataSourceOptions,
    messageOptions: content.data.messageOptions,
    allowsArtifacts: content.data.featureOptions.IncludeArtifactsInstr,
    operations: content.data.featureOptions.IncludeApiInstr ? content.data.operations : [],
    modelId: content.data.model,
  };
}

/** Lists the files of a version for the group type that the person has chosen. */
export function listFileKeysOfType(content: AssistantContent, type: ChosenType): string[] {
  return listFileKeys([...content.dataSources, ...(findTypeData(content, type)?.dataSources ?? [])]);
}

/** Lists the files of all data sources of a version, with those of group types. */
export function listFileKeysOfContent({ dataSources, data }: AssistantContent): string[] {
  const typeSources = Object.values(data.groupTypeData).flatMap((typeData) => typeData.dataSources);
  return listFileKeys([...dataSources, ...typeSources]);
}

/** An administrator may have removed the type since the version was saved. */
function findTypeData({ data }: AssistantContent, { groupTypes, groupType }: ChosenType): GroupTypeData | undefined {
  return groupType !== null && groupTypes.includes(groupType) ? data.groupTypeData[groupType] : undefined;
}

/** Lists the files of data sources, each once. */
function listFileKeys(dataSources: readonly DataSource[]): string[] {
  const refs = dataSources.map(({ id }) => parseDataSourceId(id));
  return [...new Set(refs.flatMap((ref) => (ref?.kind === "file" ? [ref.key] : [])))];
}

const isNotBlank = (text: string) => text.trim() !== "";
