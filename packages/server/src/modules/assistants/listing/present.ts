import type {
  AssistantContent,
  AssistantDefinition,
  AssistantDocument,
  AssistantSummary,
  DataSource,
  GroupTypeData,
} from "@lectern/contract";
import { parseDataSourceId } from "@lectern/contract";
import { isVerbAllowed } from "../../access/service.ts";
import type { describeAttachedFiles } from "../../files/service.ts";
import { maskSecrets } from "../../operations/service.ts";
import { listFileKeysOfContent } from "../applyContent.ts";
import { decideRestrictions } from "../policy.ts";
import type { findVersion } from "./definitionRepository.ts";
import type { AssistantSummaryRow } from "./repository.ts";

export interface PresentationOptions {
  /** True if the caller may edit the assistants of the groups that they can write in. */
  managesGroups: boolean;
  /** True if the editors of a group do not learn whose conversations are analyzed. */
  hidesIdentities: boolean;
}

/** Presents an assistant to somebody who may use it. */
export function presentSummary(row: AssistantSummaryRow, options: PresentationOptions): AssistantSummary {
  const { id, versionId, version, role, isSystem, isPublished, group, sharedGroups, owner, isRemovable } = row;
  const { summary, updatedAt } = row;
  const { managesGroups, hidesIdentities } = options;
  const { name, description, tags, uri, provider, data } = summary;
  return {
    id: versionId,
    assistantId: id,
    version,
    provider,
    name,
    description,
    tags,
    icon: data.icon,
    uri,
    starters: data.starters,
    conversationTags: data.conversationTags,
    model: data.model,
    role,
    group: group && { id: group.id, name: group.name },
    sharedGroups,
    owner,
    isRemovable,
    isPublished,
    isSystem,
    groupTypes: presentGroupTypes(row),
    groupUserTypeQuestion: data.groupUserTypeQuestion,
    analysis: group?.isAnalyzed ? (hidesIdentities ? "hidden" : "named") : null,
    isJudged: group?.isAnalyzed === true && data.supportConvAnalysis,
    apiHosts: row.apiHosts,
    integrations: row.integrations,
    ...decideRestrictions({ role, isSystem, isOfGroup: group !== null, managesGroups }),
    updatedAt: updatedAt.toISOString(),
  };
}

/**
 * The types of the group, in its order, if the assistant defines any of them: everybody finds their own, also people of
 * a type for which the assistant has nothing in addition.
 */
function presentGroupTypes({ group, typeData, role }: AssistantSummaryRow): AssistantSummary["groupTypes"] {
  const dataByType = new Map(Object.entries(typeData ?? {}));
  const types = group?.types ?? [];
  if (!types.some((name) => dataByType.has(name))) return [];
  return types.map((name) => {
    const { isDisabled = false, disabledMessage = "", isCustomized = false } = dataByType.get(name) ?? {};
    return {
      name,
      isDisabled,
      disabledMessage: isDisabled ? disabledMessage : "",
      isCustomized: role === "use" ? null : isCustomized,
    };
  });
}

/** Presents one version to somebody who may see how the assistant is made. `files`: those that still exist. */
export function presentDefinition(
  row: AssistantSummaryRow,
  found: NonNullable<Awaited<ReturnType<typeof findVersion>>>,
  files: Awaited<ReturnType<typeof describeAttachedFiles>>,
  options: PresentationOptions,
): AssistantDefinition {
  const { content, id, version, savedBy, savedAt } = found;
  const { name, description, tags, data, ...otherContent } = content;
  const { icon, starters, conversationTags, model, groupUserTypeQuestion } = data;
  const fileKeys = listFileKeysOfContent(content);
  const documents = presentDocuments(content, fileKeys, files);
  return {
    ...presentSummary(row, options),
    id,
    version,
    name,
    description,
    tags,
    icon,
    starters,
    conversationTags,
    model,
    groupUserTypeQuestion,
    ...otherContent,
    data: presentData(row, content, documents),
    fileKeys,
    documents,
    latestVersion: row.version,
    savedBy,
    savedAt: savedAt.toISOString(),
  };
}

function presentData(
  { id, role, group, isSystem }: AssistantSummaryRow,
  { data, tags }: AssistantContent,
  documents: readonly AssistantDocument[],
): AssistantDefinition["data"] {
  const progressByKey = new Map(documents.map(({ key, progress }) => [key, progress]));
  const presentTypeData = (typeData: GroupTypeData) => ({
    ...typeData,
    documentState: Object.fromEntries(
      typeData.dataSources.map((source) => [source.id, progressByKey.get(toFileKey(source)) ?? 0]),
    ),
  });
  return {
    ...data,
    operations: data.operations.map(maskSecrets),
    tags,
    access: { read: true, write: !isSystem && isVerbAllowed(role, "assistant", "save") },
    groupId: group?.id ?? null,
    ...(group ? { assistant: { definition: { assistantId: id } } } : {}),
    groupTypeData: Object.fromEntries(
      Object.entries(data.groupTypeData).map(([type, typeData]) => [type, presentTypeData(typeData)]),
    ),
  };
}

function toFileKey({ id }: DataSource): string {
  const ref = parseDataSourceId(id);
  return ref?.kind === "file" ? ref.key : id;
}

function presentDocuments(
  { dataSources, data }: Pick<AssistantContent, "dataSources" | "data">,
  fileKeys: readonly string[],
  files: Awaited<ReturnType<typeof describeAttachedFiles>>,
): AssistantDocument[] {
  const allSources = [...dataSources, ...Object.values(data.groupTypeData).flatMap((typeData) => typeData.dataSources)];
  const sourcesByKey = new Map(allSources.map((source) => [toFileKey(source), source]));
  return fileKeys.map((key) => {
    const file = files.get(key);
    if (file) return file;
    const source = sourcesByKey.get(key);
    return {
      key,
      name: source?.name ?? "",
      type: source?.type ?? "",
      state: "deleted",
      progress: 0,
      reason: null,
      totalTokens: null,
    };
  });
}
