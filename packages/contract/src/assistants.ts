import * as z from "zod/mini";
import { DataSource, defaultDataSourceOptions } from "./dataSources.ts";
import { FileState } from "./files.ts";
import { HttpRequestTemplate, OperationParam, partialRequestParts } from "./httpOperations.ts";
import { IntegrationId } from "./integrations.ts";
import { limits } from "./limits.ts";
import { Id, type JsonObject, Timestamp, text } from "./primitives.ts";

export const assistantTexts = {
  builtInGroupName: "Amplify Assistants",
  defaultGroupUserTypeQuestion: "Please select the group you best identify with to start chatting.",
  invalidUri: "Invalid URI, please update and try again.",
  notFound: "This assistant doesn’t exist, or you don’t have access to it.",
} as const;

/** The id of an assistant, whatever its version: `astp/{uuid}`, or `astgp/{uuid}` in a group. */
export const AssistantId = Id;
/** The id of one version: `ast/{uuid}`, or `astg/{uuid}` in a group. */
export const AssistantVersionId = Id;

/** What somebody may do with an assistant: chat with it, also see how it is made, edit and delete it, or share it. */
export const AssistantRole = z.enum(["use", "read", "write", "admin"]);
export type AssistantRole = z.infer<typeof AssistantRole>;

const Tags = z.array(text(limits.tagLength)).check(z.maxLength(limits.tagsPerItem));
const Instructions = text(limits.assistantInstructionsLength);
const Documents = z.array(DataSource).check(z.maxLength(limits.documentsPerAssistant));

const off = z._default(z.boolean(), false);

/** What the model is told about the messages of a conversation. */
export const MessageOptions = z.object({
  includeMessageIds: off,
  /** Puts the number of each line before the lines of questions. */
  includeUserLineNumbers: off,
  /** The same for answers. */
  includeAssistantLineNumbers: off,
});
export type MessageOptions = z.infer<typeof MessageOptions>;

const defaults = defaultDataSourceOptions;
/** `DataSourceOptions` with the defaults of a plain chat. */
const AssistantDataSourceOptions = z.object({
  includeDownloadLinks: z._default(z.boolean(), defaults.includeDownloadLinks),
  ragAttachedDocuments: z._default(z.boolean(), defaults.ragAttachedDocuments),
  insertAttachedDocuments: z._default(z.boolean(), defaults.insertAttachedDocuments),
  ragConversationDocuments: z._default(z.boolean(), defaults.ragConversationDocuments),
  insertConversationDocuments: z._default(z.boolean(), defaults.insertConversationDocuments),
  insertAttachedDocumentsMetadata: z._default(z.boolean(), defaults.insertAttachedDocumentsMetadata),
  insertConversationDocumentsMetadata: z._default(z.boolean(), defaults.insertConversationDocumentsMetadata),
  disableDataSources: z._default(z.boolean(), defaults.disableDataSources),
});

const Names = z.array(text(200)).check(z.maxLength(100));

/**
 * An operation that an assistant may call: a registered one, which `id` names, or a custom API (`type` is `http`), which
 * has its own request. For people who can see how the assistant is made, its headers, token and password are `keptSecret`.
 */
export const AssistantOperation = z.object({
  id: text(200).check(z.minLength(1)),
  name: text(200),
  description: z._default(text(10_000), ""),
  params: z._default(z.array(OperationParam).check(z.maxLength(limits.paramsPerOperation)), []),
  type: z._default(text(50), ""),
  ...partialRequestParts,
  /** True: a person is asked before each call. Absent: before calls other than `GET`. */
  shouldConfirm: z.optional(z.boolean()),
  /** Blank or absent: the default question. */
  confirmationMessage: z.optional(text(1_000)),
});
export type AssistantOperation = z.infer<typeof AssistantOperation>;

/** True for an operation with a request of its own, and false for one that is registered under its id. */
export const isCustomApi = ({ type }: Pick<AssistantOperation, "type">): boolean => type === "http";

/** Returns the request of a custom API; null if the operation is none, or is incomplete. */
export function parseCustomApi(operation: AssistantOperation): HttpRequestTemplate | null {
  return isCustomApi(operation) ? (z.safeParse(HttpRequestTemplate, operation).data ?? null) : null;
}

/** What an assistant of a group has in addition for people who chose one of the group's types. */
export const GroupTypeData = z.object({
  additionalInstructions: z._default(Instructions, ""),
  dataSources: z._default(Documents, []),
  /** People of this type cannot chat with the assistant, and read `disabledMessage`. */
  isDisabled: z._default(z.boolean(), false),
  disabledMessage: z._default(text(2_000), ""),
});
export type GroupTypeData = z.infer<typeof GroupTypeData>;

/** What an assistant can do beside answering. `tools`, `apiOptions` and `apiCapabilities` are stored and change nothing. */
export const AssistantCapabilities = z.object({
  /** Features that are on or off for the assistant, by name. */
  featureOptions: z.prefault(
    z.catchall(
      z.object({
        /** True: the model can call `operations`. */
        IncludeApiInstr: off,
        /** False: the model is not told how to make artifacts. */
        IncludeArtifactsInstr: z._default(z.boolean(), true),
      }),
      z.boolean(),
    ),
    {},
  ),
  /** Names of tools. */
  tools: z._default(Names, []),
  apiOptions: z._default(z.record(text(100), z.boolean()), {}),
  apiCapabilities: z._default(Names, []),
  opsLanguageVersion: z._default(z.enum(["v1", "v2", "v3", "v4", "custom"]), "v1"),
  operations: z._default(z.array(AssistantOperation).check(z.maxLength(limits.operationsPerAssistant)), []),
  supportConvAnalysis: off,
  analysisCategories: z._default(Names, []),
});

const AssistantData = z.object({
  ...z.omit(AssistantCapabilities, { tools: true }).shape,
  /** Given to each conversation with the assistant. */
  conversationTags: z._default(Tags, []),
  dataSourceOptions: z._default(AssistantDataSourceOptions, defaults),
  messageOptions: z._default(MessageOptions, () => z.parse(MessageOptions, {})),
  /** The model that answers whatever the person has chosen; null: the person's choice. */
  model: z._default(z.nullable(text(300)), null),
  /** Only of a group: by the group's types. */
  groupTypeData: z._default(z.record(text(200), GroupTypeData), {}),
  /** The question for the group type; blank: the default question. */
  groupUserTypeQuestion: z._default(text(1_000), ""),
  /** One emoji, shown beside the name. */
  icon: z._default(text(32), ""),
  /** Questions offered at the beginning of a conversation. */
  starters: z._default(z.array(text(500).check(z.minLength(1))).check(z.maxLength(limits.startersPerAssistant)), []),
});

const AssistantProvider = z.enum(["amplify", "openai"]);

const maxUriLength = 2_000;

/**
 * Returns why a URI cannot be the page of an assistant; null if it can. `malformed`: it has no `://`. Only web pages are
 * accepted, because browsers run other schemes or hand them to programs.
 */
export function findAssistantUriProblem(uri: string): "malformed" | "notWeb" | "tooLong" | null {
  if (uri.length > maxUriLength) return "tooLong";
  if (!uri.includes("://")) return "malformed";
  const protocol = URL.canParse(uri) ? new URL(uri).protocol : null;
  return protocol === "https:" || protocol === "http:" ? null : "notWeb";
}

const AssistantUri = text(maxUriLength).check(
  z.trim(),
  z.refine((uri) => uri === "" || findAssistantUriProblem(uri) !== "malformed", {
    error: assistantTexts.invalidUri,
    abort: true,
  }),
  z.refine((uri) => uri === "" || findAssistantUriProblem(uri) !== "notWeb", {
    error: "must begin with https:// or http://",
  }),
);

/** What the author of an assistant writes. Each saved version has one. */
export const AssistantContent = z.object({
  name: text(limits.assistantNameLength).check(z.trim(), z.minLength(1)),
  description: z._default(text(10_000), ""),
  instructions: z._default(Instructions, ""),
  /** Shown below each answer. */
  disclaimer: z._default(text(10_000), ""),
  /** A web page about the assistant, linked from its introduction; null: none. Chats are not sent there. */
  uri: z._default(z.nullable(AssistantUri), null),
  tags: z._default(Tags, []),
  dataSources: z._default(Documents, []),
  /** Where the assistant is defined. Every assistant is answered by this server. */
  provider: z._default(AssistantProvider, "amplify"),
  tools: AssistantCapabilities.shape.tools,
  data: z._default(AssistantData, () => z.parse(AssistantData, {})),
});
export type AssistantContent = z.infer<typeof AssistantContent>;
export type AssistantContentInput = z.input<typeof AssistantContent>;

/** An assistant as its author writes it, which answers before it is saved and is stored nowhere. */
export const AssistantDraft = z.extend(AssistantContent, {
  /** The assistant of which it would be the next version; absent: a new one. */
  assistantId: z.optional(z.nullable(AssistantId)),
  /** The group of a new assistant; absent: the caller's own. */
  groupId: z.optional(z.nullable(Id)),
});
export type AssistantDraft = z.infer<typeof AssistantDraft>;

export const AssistantGroup = z.object({ id: Id, name: z.string() });

/** A person as named beside what they did or have; null if they have been erased. */
export const Author = z.nullable(z.object({ name: z.string(), email: z.string() }));

/** An assistant as people see it who may chat with it. It has nothing that only authors may know. */
export const AssistantSummary = z.object({
  /** The id of the version. */
  id: AssistantVersionId,
  assistantId: AssistantId,
  version: z.number(),
  provider: AssistantProvider,
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
  icon: z.string(),
  /** A web page about the assistant; null: none. */
  uri: z.nullable(z.string()),
  starters: z.array(z.string()),
  conversationTags: z.array(z.string()),
  /** The id of the model that always answers; null: the person's choice. */
  model: z.nullable(z.string()),
  role: AssistantRole,
  /** The group that it belongs to; null if it belongs to a person. */
  group: z.nullable(AssistantGroup),
  /** The groups of the caller with which somebody has shared it as a whole, by name. */
  sharedGroups: z.array(AssistantGroup),
  /** Who shares it with the caller; null if it belongs to the caller or a group. */
  owner: Author,
  /** True if it was shared with the caller alone and not only with a group, so that the caller can remove it. */
  isRemovable: z.boolean(),
  /** Always true if it belongs to a person. */
  isPublished: z.boolean(),
  /** True for the assistants of this server itself, which nobody can change. */
  isSystem: z.boolean(),
  /** The types of which a person chooses one before chatting; empty: no choice. */
  groupTypes: z.array(
    z.object({
      name: z.string(),
      isDisabled: z.boolean(),
      disabledMessage: z.string(),
      /** True if the assistant has something for this type alone; null for people who cannot see how it is made. */
      isCustomized: z.nullable(z.boolean()),
    }),
  ),
  groupUserTypeQuestion: z.string(),
  /**
   * What the editors of its group learn about conversations with it: figures only (`hidden`), or also who asks and, of
   * conversations in the cloud, what (`named`). Null: nothing.
   */
  analysis: z.nullable(z.enum(["named", "hidden"])),
  /** True if a model rates these conversations and sorts them into categories. */
  isJudged: z.boolean(),
  /** The hosts of its custom APIs, to which parts of a chat can be sent. */
  apiHosts: z.array(z.string()),
  /** The integrations whose accounts of the person who asks its operations use. */
  integrations: z.array(IntegrationId),
  noEdit: z.boolean(),
  noCopy: z.boolean(),
  noShare: z.boolean(),
  noDelete: z.boolean(),
  updatedAt: Timestamp,
});
export type AssistantSummary = z.infer<typeof AssistantSummary>;

/** The state of a document of an assistant, for people who can see how it is made. */
export const AssistantDocument = z.object({
  key: z.string(),
  name: z.string(),
  type: z.string(),
  /** `deleted`: the file no longer exists. */
  state: z.union([FileState, z.literal("deleted")]),
  progress: z.number(),
  /** Why it failed; null unless `state` is `failed`. */
  reason: z.nullable(z.string()),
  totalTokens: z.nullable(z.number()),
});
export type AssistantDocument = z.infer<typeof AssistantDocument>;

/** `AssistantData` with what the server adds. It is ignored in what clients save. */
const DefinitionData = z.extend(AssistantData, {
  /** The tags of the assistant. */
  tags: z.array(z.string()),
  /** What the caller may do. */
  access: z.object({ read: z.boolean(), write: z.boolean() }),
  /** The group that it belongs to; null if it belongs to a person. */
  groupId: z.nullable(z.string()),
  /** Only of a group. */
  assistant: z.optional(z.object({ definition: z.object({ assistantId: AssistantId }) })),
  groupTypeData: z.record(
    z.string(),
    /** The progress of each document, from 0 to 100, by its data source. */
    z.extend(GroupTypeData, { documentState: z.record(z.string(), z.number()) }),
  ),
});

/** One version of an assistant, for people who can see how it is made. */
export const AssistantDefinition = z.extend(AssistantSummary, {
  ...z.omit(AssistantContent, { name: true, description: true, tags: true, data: true }).shape,
  data: DefinitionData,
  /** The files of all its data sources, with those of group types. */
  fileKeys: z.array(z.string()),
  documents: z.array(AssistantDocument),
  /** The number of its newest version; larger than `version` if this is an earlier one. */
  latestVersion: z.number(),
  savedBy: Author,
  savedAt: Timestamp,
});
export type AssistantDefinition = z.infer<typeof AssistantDefinition>;

/** What an answer of an assistant has in its state, by which the conversation finds the assistant again. */
export const AssistantState = z.object({
  currentAssistantId: AssistantId,
  currentAssistantVersionId: AssistantVersionId,
  currentAssistantName: z.string(),
  /** Shown below the answer; absent if the assistant has none. */
  currentAssistantDisclaimer: z.optional(z.string()),
});
export type AssistantState = z.infer<typeof AssistantState>;

/** Returns the assistant that wrote an answer; null if none did, or its state is malformed. */
export function parseAssistantState(state: JsonObject | undefined): AssistantState | null {
  const parsed = z.safeParse(AssistantState, state);
  return parsed.success ? parsed.data : null;
}

/** Tags of the assistants of the server itself. Tags that begin with `amplify:` are removed from what people send. */
export const systemAssistantTags = {
  assistantBuilder: "amplify:assistant-builder",
  apiKeyManager: "amplify:api-key-manager",
  apiDocHelper: "amplify:api-doc-helper",
  system: "amplify:system",
  assistant: "amplify:assistant",
} as const;
