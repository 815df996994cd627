import {
  type AssistantContent,
  type AssistantOperation,
  type DataSource,
  isCustomApi,
  parseDataSourceId,
} from "@lectern/contract";
import { t } from "@lingui/core/macro";
import { emptyStoredSecrets, hasStoredSecrets, toCustomApiDraft, toOperation } from "./customApiDraft.ts";

/** Returns the keys of all files that a content names, without repetitions. */
export const listFileKeys = (content: AssistantContent): string[] => [
  ...new Set(listSources(content).flatMap((source) => getFileKey(source) ?? [])),
];

/**
 * Returns the content of a group's assistant as one of a person, who has no group types: their instructions and documents
 * become those of the assistant. Files with other keys than `usableKeys` are left out, and so are the stored secrets of
 * APIs, which `apisWithoutSecrets` names. Pure.
 */
export function toOwnContent(
  content: AssistantContent,
  usableKeys: ReadonlySet<string>,
): { content: AssistantContent; leftOut: DataSource[]; apisWithoutSecrets: string[] } {
  const sources = [...new Map(listSources(content).map((source) => [source.id, source])).values()];
  const isUsable = (source: DataSource) => {
    const key = getFileKey(source);
    return key === null || usableKeys.has(key);
  };
  const typeTexts = Object.entries(content.data.groupTypeData).map(([type, { additionalInstructions }]) =>
    additionalInstructions === "" ? "" : `${t`For the group type ${type}`}:\n${additionalInstructions}`,
  );
  return {
    content: {
      ...content,
      instructions: [content.instructions, ...typeTexts].filter((text) => text !== "").join("\n\n"),
      dataSources: sources.filter(isUsable),
      data: {
        ...content.data,
        operations: content.data.operations.map(withoutStoredSecrets),
        groupTypeData: {},
        groupUserTypeQuestion: "",
      },
    },
    leftOut: sources.filter((source) => !isUsable(source)),
    apisWithoutSecrets: content.data.operations.filter(hasSecrets).map(({ name }) => name),
  };
}

const hasSecrets = (operation: AssistantOperation) =>
  isCustomApi(operation) && hasStoredSecrets(toCustomApiDraft(operation));

const withoutStoredSecrets = (operation: AssistantOperation): AssistantOperation =>
  hasSecrets(operation) ? toOperation(emptyStoredSecrets(toCustomApiDraft(operation)), operation.id) : operation;

const listSources = ({ dataSources, data }: AssistantContent): DataSource[] => [
  ...dataSources,
  ...Object.values(data.groupTypeData).flatMap((type) => type.dataSources),
];

function getFileKey({ id }: DataSource): string | null {
  const ref = parseDataSourceId(id);
  return ref?.kind === "file" ? ref.key : null;
}
