import {
  AssistantCapabilities,
  AssistantContent,
  type AssistantDefinition,
  AssistantOperation,
  DataSource,
  DataSourceOptions,
  defaultDataSourceOptions,
  isCustomApi,
  MessageOptions,
} from "@lectern/contract";
import * as z from "zod/mini";
import { CustomApiDraft, emptyStoredSecrets, nameFunctions, toCustomApiDraft, toOperation } from "./customApiDraft.ts";

const text = z.string();

const GroupTypeDraft = z.object({
  additionalInstructions: text,
  dataSources: z.array(DataSource),
  isDisabled: z.boolean(),
  disabledMessage: text,
});
export type GroupTypeDraft = z.infer<typeof GroupTypeDraft>;

/** Without the operations, which have fields of their own. */
const DraftCapabilities = z.omit(AssistantCapabilities, { operations: true });

/** The values of the editor's fields. Documents that were added since the last save are not part of it. */
export const AssistantDraft = z.object({
  name: text,
  description: text,
  instructions: text,
  disclaimer: text,
  /** One emoji; empty: none. */
  icon: text,
  starters: z.array(text),
  /** The documents that the assistant has already. */
  dataSources: z.array(DataSource),
  /** The tags, comma-separated, as typed. */
  tags: text,
  conversationTags: text,
  dataSourceOptions: DataSourceOptions,
  messageOptions: MessageOptions,
  /** As typed. */
  uri: text,
  capabilities: DraftCapabilities,
  /** Operations that the server knows by their ids. */
  registeredOperations: z._default(z.array(AssistantOperation), []),
  customApis: z._default(z.array(CustomApiDraft), []),
  provider: AssistantContent.shape.provider,
  /** The id of the enforced model; null: people choose. */
  model: z.nullable(text),
  groupTypeData: z.record(text, GroupTypeDraft),
  groupUserTypeQuestion: text,
  isPublished: z.boolean(),
});
export type AssistantDraft = z.infer<typeof AssistantDraft>;

/** Options that are off for a new assistant. */
export const defaultMessageOptions: MessageOptions = {
  includeMessageIds: false,
  includeUserLineNumbers: false,
  includeAssistantLineNumbers: false,
};

export const emptyGroupType: GroupTypeDraft = {
  additionalInstructions: "",
  dataSources: [],
  isDisabled: false,
  disabledMessage: "",
};

export const createEmptyDraft = (name = ""): AssistantDraft => ({
  name,
  description: "",
  instructions: "",
  disclaimer: "",
  icon: "",
  starters: [],
  dataSources: [],
  tags: "",
  conversationTags: "",
  dataSourceOptions: defaultDataSourceOptions,
  messageOptions: defaultMessageOptions,
  uri: "",
  capabilities: DraftCapabilities.parse({}),
  registeredOperations: [],
  customApis: [],
  provider: "amplify",
  model: null,
  groupTypeData: {},
  groupUserTypeQuestion: "",
  isPublished: false,
});

/** What is saved of a draft, and read of a definition. */
type SavedContent = AssistantContent & Pick<AssistantDefinition, "isPublished">;

export function toDraft(definition: AssistantDefinition | SavedContent): AssistantDraft {
  const { name, description, instructions, disclaimer, uri, provider, tools, tags, dataSources } = definition;
  const { data, isPublished } = definition;
  const { icon, starters, conversationTags, dataSourceOptions, messageOptions, model, groupUserTypeQuestion } = data;
  return {
    name,
    description,
    instructions,
    disclaimer,
    uri: uri ?? "",
    provider,
    icon,
    starters,
    dataSources,
    dataSourceOptions,
    messageOptions,
    capabilities: DraftCapabilities.parse({ ...data, tools }),
    registeredOperations: data.operations.filter((operation) => !isCustomApi(operation)),
    customApis: data.operations.filter(isCustomApi).map(toCustomApiDraft),
    model,
    groupTypeData: z.record(text, GroupTypeDraft).parse(data.groupTypeData),
    groupUserTypeQuestion,
    isPublished,
    tags: tags.join(", "),
    conversationTags: conversationTags.join(", "),
  };
}

/** Parses a comma-separated list of tags. Tags are trimmed; empty and repeated ones are left out. */
export function parseTags(typedTags: string): string[] {
  const tags = typedTags.split(",").map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ""))];
}

/** The documents that were added since the last save. */
export interface AddedSources {
  own: readonly DataSource[];
  /** By group type. */
  byType: Readonly<Record<string, readonly DataSource[]>>;
}

const noSources: AddedSources = { own: [], byType: {} };

/** Returns what is saved for a draft. */
export function toContent(draft: AssistantDraft, added: AddedSources = noSources): AssistantContent {
  const { dataSources, groupTypeData, dataSourceOptions, messageOptions, model, groupUserTypeQuestion } = draft;
  const { tools, ...capabilities } = draft.capabilities;
  const types = [...new Set([...Object.keys(groupTypeData), ...Object.keys(added.byType)])];
  const typeEntries = types.map((type): [string, GroupTypeDraft] => {
    const typeDraft = groupTypeData[type] ?? emptyGroupType;
    return [type, { ...typeDraft, dataSources: joinSources(typeDraft.dataSources, added.byType[type] ?? []) }];
  });
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    instructions: draft.instructions,
    disclaimer: draft.disclaimer.trim(),
    uri: draft.uri.trim() || null,
    provider: draft.provider,
    tools,
    tags: parseTags(draft.tags),
    dataSources: joinSources(dataSources, added.own),
    data: {
      ...capabilities,
      operations: toOperations(draft),
      dataSourceOptions,
      messageOptions,
      model,
      groupUserTypeQuestion,
      icon: draft.icon.trim(),
      starters: draft.starters.map((starter) => starter.trim()).filter((starter) => starter !== ""),
      conversationTags: parseTags(draft.conversationTags),
      groupTypeData: Object.fromEntries(typeEntries.filter(([, typeDraft]) => !isEmptyGroupType(typeDraft))),
    },
  };
}

/** Returns the names of the functions by which the model calls the custom APIs of a draft, by their ids. */
export const nameDraftFunctions = ({ registeredOperations, customApis }: AssistantDraft) =>
  nameFunctions(
    customApis,
    registeredOperations.map(({ id }) => id),
  );

function toOperations(draft: AssistantDraft): AssistantOperation[] {
  const names = nameDraftFunctions(draft);
  return [
    ...draft.registeredOperations,
    ...draft.customApis.map((api) => toOperation(api, names.get(api.id) ?? api.id)),
  ];
}

function joinSources(saved: readonly DataSource[], added: readonly DataSource[]): DataSource[] {
  const ids = new Set(saved.map(({ id }) => id));
  return [...saved, ...added.filter(({ id }) => !ids.has(id))];
}

const isEmptyGroupType = ({ additionalInstructions, dataSources, isDisabled, disabledMessage }: GroupTypeDraft) =>
  additionalInstructions === "" && dataSources.length === 0 && !isDisabled && disabledMessage === "";

/** Returns the draft of a copy in a group with these types, without the secrets of its APIs. */
export function copyToDraft(definition: AssistantDefinition, groupTypes: readonly string[]): AssistantDraft {
  const draft = toDraft(definition);
  return {
    ...keepForGroup(draft, groupTypes),
    name: `${draft.name} (Copy)`,
    customApis: draft.customApis.map(emptyStoredSecrets),
  };
}

/** Returns the draft for another group: not published, and with the data only of group types that `groupTypes` names. */
export const keepForGroup = (draft: AssistantDraft, groupTypes: readonly string[]): AssistantDraft => ({
  ...draft,
  isPublished: false,
  groupTypeData: Object.fromEntries(Object.entries(draft.groupTypeData).filter(([type]) => groupTypes.includes(type))),
});

export const isSameDraft = (a: AssistantDraft, b: AssistantDraft) =>
  JSON.stringify(AssistantDraft.parse(a)) === JSON.stringify(AssistantDraft.parse(b));
