import {
  CompressedText,
  Conversation,
  ConversationSettings,
  decompressTextIncrementally,
  Id,
  LzwError,
  limits,
  Message,
  MessageData,
} from "@lectern/contract";
import * as z from "zod/mini";
import { AppError } from "../../../core/appError.ts";
import { parseValue } from "../../../core/parseInput.ts";
import { parseJson } from "../../../core/parseJson.ts";
import { assertMessageCount } from "../messages/conversationLimits.ts";
import { runCooperatively } from "../runCooperatively.ts";
import type { UploadedMessage } from "./mergeUpload.ts";
import { toStorableJson } from "../toStorableJson.ts";

/** Longest JSON text of a conversation that is taken in, in characters: one that has all it may have fits, with its marks. */
const longestJson = 1.5 * limits.conversationBytes;
/** In a text of wide characters each is six. */
const longestEscaped = 2 * longestJson;
/** Items and members in a whole conversation: a dozen to a message. */
const mostValues = 12 * limits.messagesPerConversation;

/** A field that is absent, or not what it should be, counts as not given: older clients write much here. */
const lenient = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);
const whole = Conversation.shape;
const settings = ConversationSettings.shape;

/** Leaves out the known fields that are not of their shape; what the contract does not name stays. */
const LenientData = z.catch(
  z.pipe(
    z.looseObject({}),
    z.transform((data: Record<string, unknown>) => {
      const sound = Object.entries(data).filter(([key, value]) => {
        const schema = Object.entries(MessageData.shape).find(([name]) => name === key)?.[1];
        return !schema || z.safeParse(schema, value).success;
      });
      return z.parse(MessageData, Object.fromEntries(sound));
    }),
  ),
  {},
);

const LenientMessage = z.object({
  id: Id,
  parentId: lenient(z.nullable(Id)),
  role: Message.shape.role,
  content: z.string().check(z.maxLength(limits.messageLength)),
  label: lenient(Message.shape.label),
  type: lenient(Message.shape.type),
  data: LenientData,
  topicData: lenient(Message.shape.topicData),
  createdAt: lenient(Message.shape.createdAt),
});

const LenientConversation = z.object({
  id: z.optional(Id),
  name: lenient(z.string()),
  model: lenient(z.looseObject({ id: z.string().check(z.maxLength(300)) })),
  modelId: lenient(settings.modelId),
  prompt: lenient(settings.prompt),
  temperature: lenient(settings.temperature),
  maxTokens: lenient(settings.maxTokens),
  folderId: lenient(z.nullable(Id)),
  tags: lenient(whole.tags),
  groupType: lenient(whole.groupType),
  codeInterpreterAssistantId: lenient(whole.codeInterpreterAssistantId),
  createdAt: lenient(whole.createdAt),
  revision: lenient(z.number().check(z.int(), z.nonnegative())),
  messages: z.optional(z.nullable(z.array(LenientMessage))),
  compressedMessages: z.optional(z.nullable(CompressedText)),
});

/** Fields of the specification that have no column of their own; whatever else a client sends is not kept. */
const Extra = z.object({
  description: lenient(whole.description),
  workspaceId: lenient(z.nullable(z.string())),
  promptTemplate: lenient(z.unknown()),
  workflowDefinition: lenient(z.unknown()),
  processors: lenient(z.unknown()),
  tools: lenient(z.unknown()),
  projectId: lenient(whole.projectId),
  artifacts: lenient(whole.artifacts),
  model: LenientConversation.shape.model,
});

export interface UploadedConversation {
  fields: Omit<z.infer<typeof LenientConversation>, "id" | "model" | "messages" | "compressedMessages" | "revision">;
  extra: Record<string, unknown>;
  messages: UploadedMessage[];
  /** The revision that the caller last saw; null: it does not say. */
  revision: number | null;
}

/** Reads a whole conversation as a client sends it: LZW codes of its JSON. Throws `invalidInput` or `tooLarge`. */
export async function parseUploadedConversation(
  codes: readonly number[],
  conversationId: string,
): Promise<UploadedConversation> {
  const json = await readJson(codes, "conversation");
  // Before each message is looked at: there may be millions.
  if (isRecord(json)) assertListed(json.messages);
  const { id, model, messages, compressedMessages, revision, ...fields } = parseValue(
    LenientConversation,
    json,
    "conversation",
  );
  if (id !== undefined && id !== conversationId) throw invalid("conversationId", "is not the id in the conversation");
  const all = compressedMessages && !messages?.length ? await readPacked(compressedMessages) : messages;
  if (!all) throw invalid("conversation.messages", "is missing");
  const modelId = fields.modelId ?? model?.id;
  return {
    fields: { ...fields, ...(modelId === undefined ? {} : { modelId }) },
    extra: given(parseValue(Extra, json, "conversation")),
    messages: all.map(toMessage),
    revision: revision ?? null,
  };
}

async function readPacked(codes: readonly number[]) {
  const path = "conversation.compressedMessages";
  const json = await readJson(codes, path);
  assertListed(json);
  return parseValue(z.array(LenientMessage), json, path);
}

function assertListed(messages: unknown): void {
  if (Array.isArray(messages)) assertMessageCount(messages.length);
}

function given(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function toMessage({ label, type, topicData, createdAt, ...message }: z.infer<typeof LenientMessage>): UploadedMessage {
  return {
    ...message,
    ...(label === undefined ? {} : { label }),
    ...(type === undefined ? {} : { type }),
    ...(topicData === undefined ? {} : { topicData }),
    ...(createdAt === undefined ? {} : { createdAt }),
  };
}

async function readJson(codes: readonly number[], path: string): Promise<unknown> {
  try {
    const text = await runCooperatively(decompressTextIncrementally(codes, longestEscaped));
    if (text.length > longestJson) throw tooLong();
    return toStorableJson(parseJson(text), { depth: limits.jsonDepth, values: mostValues });
  } catch (error) {
    if (error instanceof LzwError) throw invalid(path, error.message);
    if (error instanceof SyntaxError) throw invalid(path, "is not the LZW form of a JSON text");
    throw error;
  }
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalidInput", { issues: [{ path, message }] });
}

function tooLong(): AppError {
  return new AppError("tooLarge", { userMessage: "This conversation is too long to be stored as a whole." });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
