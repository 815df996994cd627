import * as z from "zod/mini";
import { DataSource, defaultDataSourceOptions } from "./dataSources.ts";
import { defineOp } from "./defineOp.ts";
import { FileState } from "./files.ts";
import { GroupMembersInput } from "./groups.ts";
import { limits } from "./limits.ts";
import { Id, type JsonObject, queryInteger, Timestamp, text } from "./primitives.ts";

export const assistantTexts = {
  builtInGroupName: "Amplify Assistants",
  defaultGroupUserTypeQuestion: "Please select the group you best identify with to start chatting.",
  invalidUri: "Invalid URI, please update and try again.",
  notFound: "This assistant does not exist, or you do not have access to it.",
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

/** An operation that an assistant may call. */
const AssistantOperation = z.object({
  id: text(200).check(z.minLength(1)),
  name: text(200),
  description: z._default(text(10_000), ""),
  params: z._default(
    z.array(z.object({ name: text(200), description: z._default(text(10_000), "") })).check(z.maxLength(100)),
    [],
  ),
  /** `http` for a custom API. */
  type: z._default(text(50), ""),
});

/** What an assistant of a group has in addition for people who chose one of the group's types. */
export const GroupTypeData = z.object({
  additionalInstructions: z._default(Instructions, ""),
  dataSources: z._default(Documents, []),
  /** People of this type cannot chat with the assistant, and read `disabledMessage`. */
  isDisabled: z._default(z.boolean(), false),
  disabledMessage: z._default(text(2_000), ""),
});
export type GroupTypeData = z.infer<typeof GroupTypeData>;

/** What is stored for features that this server does not have yet. It changes nothing. */
export const AssistantCapabilities = z.object({
  /** Features that are on or off for the assistant, by name. */
  featureOptions: z.prefault(z.catchall(z.object({ IncludeApiInstr: off }), z.boolean()), {}),
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
  /** Always true if it belongs to a person. */
  isPublished: z.boolean(),
  /** True for the assistants of this server itself, which nobody can change. */
  isSystem: z.boolean(),
  /** The types of which a person chooses one before chatting; empty: no choice. */
  groupTypes: z.array(z.object({ name: z.string(), isDisabled: z.boolean(), disabledMessage: z.string() })),
  groupUserTypeQuestion: z.string(),
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

/** A person as named beside what they did; null if they have been erased. */
const Author = z.nullable(z.object({ name: z.string(), email: z.string() }));

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

const path = "/assistant";
const Cursor = z.string().check(z.maxLength(4_000));
const assistantId = AssistantId;

const SavedAssistant = z.object({ id: AssistantVersionId, assistantId: AssistantId, version: z.number() });

export const createAssistant = defineOp({
  method: "POST",
  path: `${path}/create`,
  keyScopes: ["full_access", "assistants"],
  summary:
    "Creates an assistant, or with `assistantId` a new version of one. `groupId` creates it in a group, unpublished " +
    "unless `isPublished` is true. With `baseVersion`, saving is a conflict if a newer version exists. Files that the " +
    "owner of the assistant does not have are copied to the owner. An API key needs `file_upload` to attach files.",
  input: z.extend(AssistantContent, {
    assistantId: z.optional(z.nullable(assistantId)),
    /** The version that the author has edited. */
    baseVersion: z.optional(z.number().check(z.int(), z.minimum(1))),
    groupId: z.optional(z.nullable(Id)),
    /** Only in a group. Absent: unchanged, and false for a new one. */
    isPublished: z.optional(z.boolean()),
  }),
  output: SavedAssistant,
});

export const listAssistants = defineOp({
  method: "GET",
  path: `${path}/list`,
  keyScopes: ["full_access", "assistants"],
  summary:
    "Lists the newest version of each assistant that the caller may chat with or edit, by name. `cursor` is the " +
    "`nextCursor` of the previous page, `query` a part of the name or the description.",
  input: z.object({
    query: z._default(text(limits.searchLength), ""),
    /** Only the assistants of this group. */
    groupId: z.optional(Id),
    limit: z._default(queryInteger(1, limits.assistantsPerPage), limits.assistantsPerPage),
    cursor: z.optional(Cursor),
  }),
  output: z.object({ assistants: z.array(AssistantSummary), nextCursor: z.nullable(z.string()) }),
});

export const getAssistant = defineOp({
  method: "POST",
  path: `${path}/get`,
  keyScopes: ["full_access", "assistants"],
  summary:
    "Returns an assistant with its instructions and documents. `definition` is null for callers who may only use it. " +
    "With `version`, an earlier version, which needs the right to edit the assistant.",
  input: z.object({ assistantId, version: z.optional(z.number().check(z.int(), z.minimum(1))) }),
  output: z.object({ assistant: AssistantSummary, definition: z.nullable(AssistantDefinition) }),
});

export const listAssistantVersions = defineOp({
  method: "POST",
  path: `${path}/versions`,
  keyScopes: ["full_access", "assistants"],
  summary: "Lists the versions of an assistant that the caller may edit, newest first.",
  input: z.object({ assistantId, before: z.optional(z.number()) }),
  output: z.object({
    versions: z.array(
      z.object({ id: AssistantVersionId, version: z.number(), name: z.string(), savedBy: Author, savedAt: Timestamp }),
    ),
    /** `before` of the next page; null: there is none. */
    nextBefore: z.nullable(z.number()),
  }),
});

export const deleteAssistant = defineOp({
  method: "POST",
  path: `${path}/delete`,
  keyScopes: ["full_access", "assistants"],
  summary: "Deletes an assistant with all its versions. Its files stay.",
  input: z.object({ assistantId }),
  output: z.object({}),
});

/** E-mail addresses, ids of services, `#` and the name of a group for its members, or the id of a group as a whole. */
const Recipients = z.array(text(400).check(z.minLength(1))).check(z.maxLength(limits.groupMembersPerCall));

export const shareAssistant = defineOp({
  method: "POST",
  path: `${path}/share`,
  keyScopes: ["full_access", "share"],
  summary: "Gives people and groups a right to an assistant of the caller's own, or changes the right they have.",
  input: z.object({
    assistantId,
    recipientUsers: Recipients,
    accessType: z._default(z.enum(["use", "read", "write"]), "use"),
  }),
  output: z.object({}),
});

export const unshareAssistant = defineOp({
  method: "POST",
  path: `${path}/unshare`,
  keyScopes: ["full_access", "share"],
  summary: "Takes the right to an assistant of the caller's own away from people and groups.",
  input: z.object({ assistantId, recipientUsers: Recipients }),
  output: z.object({}),
});

export const listAssistantShares = defineOp({
  method: "POST",
  path: `${path}/shares`,
  keyScopes: ["full_access", "share"],
  summary: "Lists who has a right to an assistant of the caller's own.",
  input: z.object({ assistantId }),
  output: z.object({
    shares: z.array(
      z.object({
        /** Names the recipient in `unshareAssistant`. */
        id: z.string(),
        kind: z.enum(["person", "service", "group", "invitation"]),
        name: z.nullable(z.string()),
        email: z.nullable(z.string()),
        role: z.enum(["use", "read", "write"]),
      }),
    ),
  }),
});

/** The most characters of a sealed citation. */
const maxCitationLength = 2_000;

export const openAssistantPassage = defineOp({
  method: "POST",
  path: `${path}/passage`,
  keyScopes: ["full_access", "assistants", "chat"],
  summary:
    "Returns a passage that an answer of an assistant has cited, by the sealed `citation` in the answer's sources, while " +
    "the caller may use the assistant.",
  input: z.object({ citation: z.string().check(z.minLength(1), z.maxLength(maxCitationLength)) }),
  output: z.object({
    name: z.string(),
    content: z.string(),
    locations: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
  }),
});

/** A new assistant of a group, or with `assistantId` a new version of one. */
const GroupAssistant = z.extend(AssistantContent, {
  assistantId: z.optional(z.nullable(assistantId)),
  baseVersion: z.optional(z.number().check(z.int(), z.minimum(1))),
  isPublished: z.optional(z.boolean()),
});

export const updateGroupAssistants = defineOp({
  method: "POST",
  path: "/groups/assistants/update",
  keyScopes: ["full_access"],
  flag: "assistantAdminInterface",
  summary:
    "Adds assistants to a group (ADD), saves versions of them (UPDATE) or deletes them (REMOVE, with their ids). Each " +
    "one is saved by itself: the first error ends the call, and `assistantData` of an error is empty.",
  responseEnvelope: "fields",
  input: z.object({
    group_id: Id,
    update_type: z.pipe(
      z.pipe(
        z.string(),
        z.transform((type) => type.toUpperCase()),
      ),
      z.enum(["ADD", "UPDATE", "REMOVE"]),
    ),
    assistants: z.array(z.union([AssistantId, GroupAssistant])).check(z.minLength(1), z.maxLength(100)),
  }),
  output: z.object({ assistantData: z.array(SavedAssistant) }),
});

export const updateBuiltInGroup = defineOp({
  method: "POST",
  path: "/groups/assistants/amplify",
  keyScopes: "none",
  access: "admin",
  summary:
    "Adds assistants and members to the group of the server itself, which is created if it does not exist. An assistant " +
    "with `assistantId` gets a new version, and members without a level can read. Each assistant is saved by itself: the " +
    "first error ends the call.",
  responseEnvelope: "fields",
  input: z.object({
    assistants: z._default(z.array(GroupAssistant).check(z.maxLength(100)), []),
    members: z._default(GroupMembersInput, []),
  }),
  output: z.object({ assistantData: z.array(SavedAssistant) }),
});

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
