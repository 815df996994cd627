import {
  CompressedText,
  Conversation,
  type ConversationArtifact,
  ConversationSettings,
  decompressText,
  Id,
  LzwError,
  limits,
  Message,
  MessageData,
  runToEnd,
} from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../../core/appError.ts";
import { parseValue } from "../../../core/parseInput.ts";
import { parseJson } from "../../../core/parseJson.ts";
import { separateArtifacts } from "../artifacts/separateArtifacts.ts";
import { assertMessageCount } from "../messages/conversationLimits.ts";
import { toStorableJson } from "../toStorableJson.ts";
import type { UploadedMessage } from "./mergeUpload.ts";

/** Limit of a conversation's JSON text, in characters: a conversation of the largest size fits with its JSON syntax. */
const maxJsonLength = 1.5 * limits.conversationBytes;
/** Limit of the text before it is unescaped: a non-ASCII character may be escaped as six characters. */
const maxEscapedLength = 2 * maxJsonLength;
/** Limit of array items and object members: about twelve per message. */
const maxJsonValues = 12 * limits.messagesPerConversation;
const maxJsonNames = limits.messagesPerConversation;

/** Ignores an invalid field, because older clients write many forms. */
const makeLenient = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);
const conversationShape = Conversation.shape;
const settingsShape = ConversationSettings.shape;

/** Drops invalid values of known fields and preserves unknown fields. */
const LenientData = z.catch(
  z.pipe(
    z.looseObject({}),
    z.transform((data: Record<string, unknown>) => {
      const validEntries = Object.entries(data).filter(([key, value]) => {
        const schema = Object.entries(MessageData.shape).find(([name]) => name === key)?.[1];
        return !schema || z.safeParse(schema, value).success;
      });
      return z.parse(MessageData, Object.fromEntries(validEntries));
    }),
  ),
  {},
);

const LenientMessage = z.object({
  id: Id,
  parentId: makeLenient(z.nullable(Id)),
  role: Message.shape.role,
  content: z.string().check(z.maxLength(limits.messageLength)),
  label: makeLenient(Message.shape.label),
  type: makeLenient(Message.shape.type),
  data: LenientData,
  topicData: makeLenient(Message.shape.topicData),
  createdAt: makeLenient(Message.shape.createdAt),
});

const LenientConversation = z.object({
  id: z.optional(Id),
  name: makeLenient(z.string()),
  model: makeLenient(z.looseObject({ id: z.string().check(z.maxLength(300)) })),
  modelId: makeLenient(settingsShape.modelId),
  prompt: makeLenient(settingsShape.prompt),
  temperature: makeLenient(settingsShape.temperature),
  maxTokens: makeLenient(settingsShape.maxTokens),
  accountId: makeLenient(settingsShape.accountId),
  folderId: makeLenient(z.nullable(Id)),
  tags: makeLenient(conversationShape.tags),
  groupType: makeLenient(conversationShape.groupType),
  codeInterpreterAssistantId: makeLenient(conversationShape.codeInterpreterAssistantId),
  isPinned: makeLenient(conversationShape.isPinned),
  isArchived: makeLenient(conversationShape.isArchived),
  createdAt: makeLenient(conversationShape.createdAt),
  artifacts: makeLenient(conversationShape.artifacts),
  revision: makeLenient(z.number().check(z.int(), z.nonnegative())),
  messages: z.optional(z.nullable(z.array(LenientMessage))),
  compressedMessages: z.optional(z.nullable(CompressedText)),
});

/** Fields that are stored in the column `extra`. Unknown fields of the conversation are not stored. */
const Extra = z.object({
  description: makeLenient(conversationShape.description),
  workspaceId: makeLenient(z.nullable(z.string())),
  promptTemplate: makeLenient(z.unknown()),
  workflowDefinition: makeLenient(z.unknown()),
  processors: makeLenient(z.unknown()),
  tools: makeLenient(z.unknown()),
  projectId: makeLenient(settingsShape.projectId),
  skipMemory: makeLenient(settingsShape.skipMemory),
  skipSummaries: makeLenient(settingsShape.skipSummaries),
  model: LenientConversation.shape.model,
});

export interface UploadedConversation {
  fields: Omit<
    z.infer<typeof LenientConversation>,
    "id" | "model" | "messages" | "compressedMessages" | "revision" | "artifacts"
  >;
  extra: Record<string, unknown>;
  /** The versions in it that are valid. */
  artifacts: ConversationArtifact[];
  messages: UploadedMessage[];
  /** The last revision that the caller has received; null if unknown. */
  revision: number | null;
}

/**
 * Parses a whole conversation from the LZW codes of its JSON. A few thousand codes can be a text of many megabytes, so
 * this runs in the background thread. Throws `invalidInput` or `tooLarge`.
 */
export function parseUploadedConversation(codes: ArrayLike<number>, conversationId: string): UploadedConversation {
  const json = decodeJson(codes, "conversation");
  // Check the count before parsing the messages, because there may be millions of them.
  if (isRecord(json)) assertArrayLength(json.messages);
  const { id, model, messages, compressedMessages, revision, artifacts, ...fields } = parseValue(
    LenientConversation,
    json,
    "conversation",
  );
  if (id !== undefined && id !== conversationId)
    throw createInvalidInputError("conversationId", "is not the id in the conversation");
  const allMessages = compressedMessages && !messages?.length ? parseCompressedMessages(compressedMessages) : messages;
  if (!allMessages) throw createInvalidInputError("conversation.messages", "is missing");
  const modelId = fields.modelId ?? model?.id;
  const { versions, others } = runToEnd(separateArtifacts(artifacts));
  return {
    fields: { ...fields, ...(modelId === undefined ? {} : { modelId }) },
    extra: dropUndefined({ ...parseValue(Extra, json, "conversation"), artifacts: others }),
    artifacts: versions,
    messages: allMessages.map(toUploadedMessage),
    revision: revision ?? null,
  };
}

function parseCompressedMessages(codes: readonly number[]) {
  const path = "conversation.compressedMessages";
  const json = decodeJson(codes, path);
  assertArrayLength(json);
  return parseValue(z.array(LenientMessage), json, path);
}

function assertArrayLength(messages: unknown): void {
  if (Array.isArray(messages)) assertMessageCount(messages.length);
}

function dropUndefined(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function toUploadedMessage({
  label,
  type,
  topicData,
  createdAt,
  ...message
}: z.infer<typeof LenientMessage>): UploadedMessage {
  return {
    ...message,
    ...(label === undefined ? {} : { label }),
    ...(type === undefined ? {} : { type }),
    ...(topicData === undefined ? {} : { topicData }),
    ...(createdAt === undefined ? {} : { createdAt }),
  };
}

function decodeJson(codes: ArrayLike<number>, path: string): unknown {
  try {
    const text = decompressText(codes, maxEscapedLength);
    if (text.length > maxJsonLength) throw createTooLongError();
    const json = parseJson(text);
    const values = maxJsonValues + countArtifactCodes(json);
    return toStorableJson(json, { depth: limits.jsonDepth, values, names: maxJsonNames });
  } catch (error) {
    if (error instanceof LzwError) throw createInvalidInputError(path, error.message);
    if (error instanceof SyntaxError) throw createInvalidInputError(path, "is not the LZW form of a JSON text");
    throw error;
  }
}

/** Counts the LZW codes of artifacts, whose number `parseJson` limits. */
function countArtifactCodes(json: unknown): number {
  if (!isRecord(json) || !isRecord(json.artifacts)) return 0;
  let count = 0;
  for (const version of Object.values(json.artifacts).flat()) {
    const codes = isRecord(version) ? version.contents : null;
    if (Array.isArray(codes) && codes.every((code) => typeof code === "number")) count += codes.length;
  }
  return count;
}

function createInvalidInputError(path: string, message: string): AppError {
  return new AppError("invalidInput", { issues: [{ path, message }] });
}

function createTooLongError(): AppError {
  return new AppError("tooLarge", { userMessage: "This chat is too long to be stored as a whole." });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
