import {
  AssistantCapabilities,
  AssistantContent,
  type AssistantDefinition,
  DataSource,
  DataSourceOptions,
  defaultDataSourceOptions,
  MessageOptions,
} from "@lectern/contract";
import * as z from "zod/mini";

const text = z.string();

const GroupTypeDraft = z.object({
  additionalInstructions: text,
  dataSources: z.array(DataSource),
  isDisabled: z.boolean(),
  disabledMessage: text,
});
export type GroupTypeDraft = z.infer<typeof GroupTypeDraft>;

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
  /** Saved as it was, except for the analysis of conversations. */
  capabilities: AssistantCapabilities,
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
  capabilities: AssistantCapabilities.parse({}),
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
    capabilities: AssistantCapabilities.parse({ ...data, tools }),
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

function joinSources(saved: readonly DataSource[], added: readonly DataSource[]): DataSource[] {
  const ids = new Set(saved.map(({ id }) => id));
  return [...saved, ...added.filter(({ id }) => !ids.has(id))];
}

const isEmptyGroupType = ({ additionalInstructions, dataSources, isDisabled, disabledMessage }: GroupTypeDraft) =>
  additionalInstructions === "" && dataSources.length === 0 && !isDisabled && disabledMessage === "";

/** Returns the draft of a copy in a group with these types. */
export function copyToDraft(definition: AssistantDefinition, groupTypes: readonly string[]): AssistantDraft {
  const draft = toDraft(definition);
  return { ...keepForGroup(draft, groupTypes), name: `${draft.name} (Copy)` };
}

/** Returns the draft for another group: not published, and with the data only of group types that `groupTypes` names. */
export const keepForGroup = (draft: AssistantDraft, groupTypes: readonly string[]): AssistantDraft => ({
  ...draft,
  isPublished: false,
  groupTypeData: Object.fromEntries(Object.entries(draft.groupTypeData).filter(([type]) => groupTypes.includes(type))),
});

export const isSameDraft = (a: AssistantDraft, b: AssistantDraft) =>
  JSON.stringify(AssistantDraft.parse(a)) === JSON.stringify(AssistantDraft.parse(b));
