import * as z from "zod/mini";
import { defineOp } from "./defineOp.ts";
import { defaultConversationName, limits } from "./limits.ts";
import { Message } from "./messages.ts";
import { Id, JsonObject, queryInteger, Timestamp, text } from "./primitives.ts";
import { maxCompressionCode } from "./text/lzw.ts";

const ConversationName = text(limits.conversationNameLength);
const Tags = z.array(text(limits.tagLength)).check(z.maxLength(limits.tagsPerItem));
const Temperature = z.number().check(z.minimum(0), z.maximum(2));
const MaxTokens = z.number().check(z.int(), z.minimum(1), z.maximum(10_000_000));

/** A conversation as listed. Of a cloud conversation, the browser stores nothing else. */
export const ConversationSummary = z.object({
  id: Id,
  name: z._default(ConversationName, defaultConversationName),
  modelId: z._default(z.nullable(z.string().check(z.maxLength(300))), null),
  folderId: z._default(z.nullable(Id), null),
  tags: z._default(Tags, []),
  isLocal: z.boolean(),
  groupType: z._default(z.nullable(text(300)), null),
  codeInterpreterAssistantId: z._default(z.nullable(text(300)), null),
  /** True: listed first. Absent: false. */
  isPinned: z.optional(z.boolean()),
  /** True: not listed with the others, but still found by searches. New messages do not change it. Absent: false. */
  isArchived: z.optional(z.boolean()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type ConversationSummary = z.infer<typeof ConversationSummary>;

/** Settings that a person can change without touching the messages. */
export const ConversationSettings = z.object({
  modelId: z._default(z.nullable(z.string().check(z.maxLength(300))), null),
  /** System prompt; null: the default instructions. */
  prompt: z._default(z.nullable(text(limits.systemPromptLength)), null),
  temperature: z._default(z.nullable(Temperature), null),
  /** Maximum length of an answer, in tokens; null: half the model's output limit. */
  maxTokens: z._default(z.nullable(MaxTokens), null),
  /** The account that pays; null or absent: the person's default. */
  accountId: z.optional(z.nullable(text(limits.accountIdLength))),
  /** The project whose memories the answers may use; null or absent: none. */
  projectId: z.optional(z.nullable(Id)),
  /** True: the answers use no memories, and no facts are searched in the questions. Absent: false. */
  skipMemory: z.optional(z.boolean()),
  /** True: earlier messages are neither summarized nor replaced by a summary. Absent: false. */
  skipSummaries: z.optional(z.boolean()),
});
export type ConversationSettings = z.infer<typeof ConversationSettings>;

/** The settings of a cloud conversation that its first question creates. */
export const NewConversationSettings = z.object({
  name: z.optional(ConversationName),
  ...z.omit(ConversationSettings, { modelId: true }).shape,
  folderId: z.optional(z.nullable(Id)),
  tags: z.optional(Tags),
  groupType: z.optional(z.nullable(text(300))),
});
export type NewConversationSettings = z.infer<typeof NewConversationSettings>;

/**
 * A whole conversation. `messages` is the tree (every version), `headId` the last message of the shown branch; null:
 * the last of `messages`.
 */
export const Conversation = z.extend(ConversationSummary, {
  ...ConversationSettings.shape,
  description: z.optional(text(10_000)),
  messages: z.array(Message),
  headId: z._default(z.nullable(Id), null),
  /** Incremented by each write to a cloud conversation; 0 for a local conversation. */
  revision: z._default(z.number(), 0),
  /** Lists of versions by the ids of their artifacts; read them with `parseConversationArtifacts`. */
  artifacts: z.optional(JsonObject),
});
export type Conversation = z.infer<typeof Conversation>;

const path = "/state/conversation";
const conversationId = Id;

export const listConversations = defineOp({
  method: "GET",
  path: `${path}/list`,
  keyScopes: ["full_access"],
  summary:
    "Lists the caller's cloud conversations, most recently changed first, with the archived ones unless `archived` " +
    "says which to list. `cursor` is the `nextCursor` of the previous page. With `conversationId`, lists only this conversation, if it exists.",
  input: z.object({
    limit: z._default(queryInteger(1, limits.conversationsPerPage), limits.conversationsPerPage),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    conversationId: z.optional(Id),
    archived: z.optional(z.enum(["true", "false"])),
  }),
  output: z.object({ conversations: z.array(ConversationSummary), nextCursor: z.nullable(z.string()) }),
});

export const openConversation = defineOp({
  method: "GET",
  path: `${path}/open`,
  keyScopes: ["full_access"],
  summary: "Returns one of the caller's cloud conversations with all its messages.",
  isHeavy: true,
  input: z.object({ conversationId }),
  output: z.object({ conversation: Conversation }),
});

const NewConversation = z.object({
  id: Id,
  name: z.optional(ConversationName),
  ...ConversationSettings.shape,
  folderId: z.optional(z.nullable(Id)),
  tags: z.optional(Tags),
  groupType: z.optional(z.nullable(text(300))),
  codeInterpreterAssistantId: z.optional(z.nullable(text(300))),
  isPinned: z.optional(z.boolean()),
  isArchived: z.optional(z.boolean()),
  messages: z._default(z.array(Message).check(z.maxLength(limits.messagesPerCall)), []),
  headId: z.optional(z.nullable(Id)),
  artifacts: z.optional(JsonObject),
  createdAt: z.optional(Timestamp),
  /** For an imported or copied conversation, when it last changed. Absent or in the future: the current time. */
  updatedAt: z.optional(Timestamp),
});
export type NewConversation = z.infer<typeof NewConversation>;

export const createConversation = defineOp({
  method: "POST",
  path: `${path}/create`,
  keyScopes: ["full_access"],
  flag: "storeCloudConversations",
  summary:
    "Creates a cloud conversation, with its messages if it has any. An id that the caller already uses is a conflict.",
  maxJsonValues: limits.jsonValuesOfConversations,
  input: z.object({ conversation: NewConversation }),
  output: z.object({ conversation: ConversationSummary }),
});

/** This many conversations of `createMultipleConversations` count as one request more. */
const conversationsPerRequest = 5;

export const createMultipleConversations = defineOp({
  method: "POST",
  path: `${path}/create_multiple`,
  keyScopes: ["full_access"],
  flag: "storeCloudConversations",
  summary:
    "Creates cloud conversations, with their messages. Each is created as a whole or rejected by itself: `rejected` says " +
    "which were not created and why. An id that the caller already uses is a conflict, so the call can be repeated. Five " +
    "conversations count as one request more.",
  isHeavy: true,
  weighInput: ({ conversations }) => Math.floor(conversations.length / conversationsPerRequest),
  maxJsonValues: limits.jsonValuesOfConversations,
  input: z.object({
    conversations: z.array(NewConversation).check(z.minLength(1), z.maxLength(limits.newConversationsPerCall)),
  }),
  output: z.object({
    created: z.array(ConversationSummary),
    rejected: z.array(
      z.object({ id: Id, code: z.enum(["conflict", "invalidInput", "tooLarge"]), message: z.string() }),
    ),
  }),
});

export const appendMessages = defineOp({
  method: "POST",
  path: `${path}/append`,
  keyScopes: ["full_access"],
  summary: "Adds messages to a cloud conversation, replaces those with the same ids, and moves its head.",
  maxJsonValues: limits.jsonValuesOfConversations,
  input: z.object({
    conversationId,
    messages: z.array(Message).check(z.maxLength(limits.messagesPerCall)),
    headId: z.optional(z.nullable(Id)),
    /**
     * True: messages that are already stored get the parents given here, as when a deleted message is restored.
     * Otherwise their parents do not change.
     */
    relink: z.optional(z.boolean()),
  }),
  output: z.object({ revision: z.number(), updatedAt: Timestamp }),
});

export const updateConversation = defineOp({
  method: "POST",
  path: `${path}/update`,
  keyScopes: ["full_access"],
  summary:
    "Changes the name, the settings, the folder or the shown branch of a cloud conversation, pins or archives it; " +
    "absent fields stay unchanged.",
  input: z.object({
    conversationId,
    changes: z.object({
      name: z.optional(ConversationName),
      modelId: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
      prompt: z.optional(z.nullable(text(limits.systemPromptLength))),
      temperature: z.optional(z.nullable(Temperature)),
      maxTokens: z.optional(z.nullable(MaxTokens)),
      accountId: z.optional(z.nullable(text(limits.accountIdLength))),
      projectId: z.optional(z.nullable(Id)),
      skipMemory: z.optional(z.boolean()),
      skipSummaries: z.optional(z.boolean()),
      folderId: z.optional(z.nullable(Id)),
      tags: z.optional(Tags),
      headId: z.optional(z.nullable(Id)),
      groupType: z.optional(z.nullable(text(300))),
      isPinned: z.optional(z.boolean()),
      isArchived: z.optional(z.boolean()),
    }),
  }),
  output: z.object({ conversation: ConversationSummary, revision: z.number() }),
});

export const clearMessages = defineOp({
  method: "POST",
  path: `${path}/clear`,
  keyScopes: ["full_access"],
  summary:
    "Deletes all messages of a cloud conversation. With `revision`, deletes them only if that is its current revision; " +
    "otherwise fails with `conflict`.",
  input: z.object({ conversationId, revision: z.optional(z.number()) }),
  output: z.object({ revision: z.number() }),
});

export const titleConversation = defineOp({
  method: "POST",
  path: `${path}/title`,
  keyScopes: ["full_access"],
  summary:
    "Generates a name for a conversation that has exactly two messages and no name yet. With `messages` (a local " +
    "conversation) " +
    "nothing is stored; without them, the cloud conversation is loaded and renamed.",
  input: z.object({
    conversationId,
    messages: z.optional(
      z
        .array(z.object({ role: z.enum(["user", "assistant"]), content: text(limits.messageLength) }))
        .check(z.minLength(1), z.maxLength(2)),
    ),
  }),
  output: z.object({ name: ConversationName }),
});

export const deleteMessage = defineOp({
  method: "POST",
  path: `${path}/delete_message`,
  keyScopes: ["full_access"],
  summary:
    "Deletes a message of a cloud conversation. If it has other versions, all messages below it are deleted too; " +
    "else they move up " +
    "to its parent. A message that does not exist is ignored.",
  input: z.object({ conversationId, messageId: Id }),
  output: z.object({ revision: z.number(), headId: z.nullable(Id), updatedAt: Timestamp }),
});

export const updateMultipleConversations = defineOp({
  method: "POST",
  path: `${path}/update_multiple`,
  keyScopes: ["full_access"],
  summary: "Moves cloud conversations to a folder, or changes their tags; ids that do not exist are ignored.",
  input: z.object({
    conversationIds: z.array(Id).check(z.maxLength(limits.conversationIdsPerCall)),
    /** Null: removes the conversations from their folder. Absent: does not move them. */
    folderId: z.optional(z.nullable(Id)),
    addTags: z.optional(Tags),
    removeTags: z.optional(Tags),
  }),
  output: z.object({ updated: z.array(Id) }),
});

/** A passage of a message that matches a search. */
export const MessageHit = z.object({
  conversationId: Id,
  messageId: Id,
  role: z.enum(["user", "assistant", "environment", "system"]),
  /** The matching words with some text around them, on one line. */
  passage: z.string(),
  /** The matches within `passage`: [start, end) in UTF-16 code units. */
  marks: z.array(z.tuple([z.number(), z.number()])),
  /** When the message was created. Absent: unknown. */
  createdAt: z.optional(Timestamp),
});
export type MessageHit = z.infer<typeof MessageHit>;

export const searchMessages = defineOp({
  method: "POST",
  path: `${path}/search`,
  keyScopes: ["full_access"],
  summary:
    "Finds messages of the caller's cloud conversations that contain every word of the query, most recently changed " +
    "conversation " +
    "first. Returns at most one hit per conversation. A search counts as five requests.",
  weight: 5,
  isHeavy: true,
  input: z.object({
    query: text(limits.searchLength),
    limit: z._default(z.number().check(z.int(), z.minimum(1), z.maximum(limits.searchResults)), limits.searchResults),
    /** The `nextCursor` of the previous page. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({ hits: z.array(MessageHit), nextCursor: z.nullable(z.string()) }),
});

/**
 * LZW codes of a conversation's JSON; see `compressText`. There can be millions of codes, so a single loop checks them
 * and reports at most one issue.
 */
export const CompressedText = z
  .custom<number[]>(
    (value) =>
      Array.isArray(value) && value.every((code) => Number.isInteger(code) && code >= 0 && code <= maxCompressionCode),
    { error: "is not a list of codes" },
  )
  .register(z.globalRegistry, {
    type: "array",
    items: { type: "integer", minimum: 0, maximum: maxCompressionCode },
    // A code and its comma take two bytes of a body.
    maxItems: limits.bodyBytes / 2,
  });
/** A typed array, because another thread can receive millions of codes only in this form without a pause. */
const UploadedCodes = z.pipe(
  CompressedText,
  z.transform((codes) => Uint32Array.from(codes)),
);

export const UploadedFolder = z.object({
  id: Id,
  name: text(400),
  type: z.enum(["prompt", "chat", "workflow"]),
  date: z.optional(z.string().check(z.maxLength(40))),
});
export type UploadedFolder = z.infer<typeof UploadedFolder>;

export const uploadConversation = defineOp({
  method: "PUT",
  path: `${path}/upload`,
  keyScopes: ["full_access"],
  flag: "storeCloudConversations",
  summary:
    "Stores a whole conversation. Messages are merged by id; a message that is newer on the server is not overwritten.",
  responseEnvelope: "fields",
  input: z.object({
    conversation: UploadedCodes,
    conversationId,
    folder: z._default(z.nullable(UploadedFolder), null),
  }),
  output: z.object({ revision: z.number() }),
});

export const getConversation = defineOp({
  method: "GET",
  path: `${path}/get`,
  keyScopes: ["full_access"],
  summary:
    "Returns a conversation as LZW codes of its JSON. If it does not exist, the call fails with type `NoSuchKey`.",
  responseEnvelope: "fields",
  isHeavy: true,
  input: z.object({ conversationId }),
  output: z.object({ conversation: CompressedText }),
});

export const getAllConversations = defineOp({
  method: "GET",
  path: `${path}/get/all`,
  keyScopes: ["full_access"],
  summary: "Returns signed URLs; each answers GET with up to 400 of the caller's conversations and their folders.",
  responseEnvelope: "fields",
  input: z.object({}),
  output: z.object({ presignedUrls: z.array(z.string()) }),
});

export const getEmptyConversations = defineOp({
  method: "GET",
  path: `${path}/get/empty`,
  keyScopes: ["full_access"],
  summary:
    "Returns signed URLs of the caller's conversations without messages, and the ids of the conversations that have " +
    "some.",
  responseEnvelope: "fields",
  input: z.object({}),
  output: z.object({ presignedUrls: z.array(z.string()), nonEmptyIds: z.array(Id) }),
});

const conversationIds = z.array(Id).check(z.maxLength(limits.conversationIdsPerCall));

export const getMultipleConversations = defineOp({
  method: "POST",
  path: `${path}/get/multiple`,
  keyScopes: ["full_access"],
  summary: "Returns signed URLs; each answers GET with up to 100 of the requested conversations as LZW codes.",
  responseEnvelope: "fields",
  input: z.object({ conversationIds }),
  output: z.object({
    presignedUrls: z.array(z.string()),
    noSuchKeyConversations: z.array(Id),
    failed: z.array(Id),
  }),
});

export const deleteConversation = defineOp({
  method: "DELETE",
  path: `${path}/delete`,
  keyScopes: ["full_access"],
  summary:
    "Deletes one of the caller's cloud conversations with its messages. With `revision`, deletes it only if that is " +
    "its current revision and no answer is being written in it; otherwise fails with `conflict`.",
  responseEnvelope: "fields",
  input: z.object({ conversationId, revision: z.optional(queryInteger(0, Number.MAX_SAFE_INTEGER)) }),
  output: z.object({}),
});

export const deleteMultipleConversations = defineOp({
  method: "POST",
  path: `${path}/delete_multiple`,
  keyScopes: ["full_access"],
  summary: "Deletes the given conversations; ids that do not exist are ignored.",
  responseEnvelope: "fields",
  input: z.object({ conversationIds }),
  output: z.object({ deleted: z.array(Id) }),
});

export const registerConversation = defineOp({
  method: "POST",
  path: `${path}/register`,
  keyScopes: ["full_access"],
  flag: "storeCloudConversations",
  summary: "Creates a conversation in the folder 'agents' on behalf of an API client.",
  input: z.object({
    name: ConversationName,
    messages: z
      .array(z.object({ role: z.enum(["user", "assistant"]), content: text(limits.messageLength) }))
      .check(z.maxLength(limits.messagesPerCall)),
    tags: z.optional(Tags),
    date: z.optional(z.string().check(z.maxLength(40))),
    data: z.optional(JsonObject),
  }),
  output: z.object({ conversationId: Id }),
});
