import { randomUUID } from "node:crypto";
import {
  type ChatMessage,
  type ChatRequest,
  limits,
  type MessageInput,
  type PartialAnswer,
  parseDataSources,
  type ResponseFormat,
} from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import { deriveId } from "../../core/deriveId.ts";
import { artifactTemperature } from "../../core/run/artifactCall.ts";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import { toCodeInterpreter } from "./toCodeInterpreter.ts";

/**
 * Normalizes a request. Throws `invalidInput` if the request has no question, too many data sources or inconsistent
 * functions, requests cloud storage without a conversation id, or has a draft of an assistant or a partial answer beside
 * what that excludes.
 */
export function toChatTurn(request: ChatRequest): ChatTurn {
  const options = request.options ?? {};
  const conversationId = options.conversationId ?? request.conversationId ?? null;
  const parentId = options.parentId;
  const requestId = options.requestId ?? request.requestId ?? randomUUID();
  const assistantId = options.assistantId ?? request.assistantId ?? null;
  const turn: ChatTurn = {
    modelId: request.model,
    requestId,
    systemPrompt: getSystemPrompt(request),
    messages: addDataSources(linkMessages(request.messages, parentId ?? null, requestId), request.dataSources ?? []),
    temperature: request.temperature ?? null,
    maxTokens: request.max_tokens ?? request.maxTokens ?? null,
    toolsAndFormat: { ...toTools(options), ...toResponseFormat(options.response_format) },
    dataSourceSwitches: {
      skipRag: options.skipRag ?? request.skipRag ?? false,
      ragOnly: options.ragOnly ?? request.ragOnly ?? false,
      options: options.dataSourceOptions,
    },
    assistantId,
    assistantDraft: getDraft(options, { assistantId, conversationId }),
    accountId: options.accountId ?? request.accountId ?? null,
    groupType: options.groupType ?? null,
    source: options.source ?? null,
    conversationId,
    newConversation: options.newConversation,
    cloudIds:
      options.storage === "cloud"
        ? {
            conversationId: requireConversationId(conversationId),
            parentId,
            replyId: options.replyId ?? deriveId(requestId, "reply"),
          }
        : null,
    partialAnswer: getPartialAnswer(options),
    needsProcessing: options.needsProcessing ?? false,
    ...(options.useMemory ? { usesMemory: true, projectId: options.projectId ?? request.projectId ?? null } : {}),
    ...(options.focusMessages ? { focusesMessages: true } : {}),
    ...(options.useSummaries ? { usesSummaries: true } : {}),
    ...toCodeInterpreter(request),
    ...(options.artifacts ? { artifacts: options.artifacts, timeZone: options.timeZone ?? null } : {}),
  };
  if (options.artifactsMode) return toArtifactCall(turn, options);
  return turn.codeInterpreter?.isOnly ? { ...turn, dataSourceSwitches: noDataSources } : turn;
}

const noDataSources = { skipRag: true, ragOnly: false, options: { disableDataSources: true } };

/** Returns the turn as a call that writes an artifact: it gets the model's whole output limit, no documents and no tools. */
function toArtifactCall(turn: ChatTurn, { storage }: NonNullable<ChatRequest["options"]>): ChatTurn {
  if (storage === "cloud")
    throw createInvalidInputError("options.storage", "must be `local` with `artifactsMode`: its answer is no message");
  const { artifacts: _, codeInterpreter: _interpreter, ...rest } = turn;
  return {
    ...rest,
    temperature: artifactTemperature,
    maxTokens: Number.MAX_SAFE_INTEGER,
    toolsAndFormat: {},
    dataSourceSwitches: noDataSources,
    isArtifactCall: true,
  };
}

/** Returns the draft of an assistant. Its answer belongs to no conversation, because nothing of it may be stored. */
function getDraft(
  { assistantDraft, storage }: NonNullable<ChatRequest["options"]>,
  { assistantId, conversationId }: Pick<ChatTurn, "assistantId" | "conversationId">,
): ChatTurn["assistantDraft"] {
  if (!assistantDraft) return null;
  if (assistantId !== null)
    throw createInvalidInputError("options.assistantId", "must be absent with `assistantDraft`, which names its own");
  if (storage === "cloud")
    throw createInvalidInputError("options.storage", "must be `local` with `assistantDraft`: a trial is not stored");
  if (conversationId !== null)
    throw createInvalidInputError("options.conversationId", "must be absent with `assistantDraft`: a trial has none");
  return assistantDraft;
}

/** Returns the answer to continue. Functions and formats are excluded, because their parts cannot be joined as text. */
function getPartialAnswer(options: NonNullable<ChatRequest["options"]>): PartialAnswer | null {
  const { partialAnswer, storage, replyId, functions = [], response_format: format } = options;
  if (!partialAnswer) return null;
  if (functions.length > 0 || (format && format.type !== "text"))
    throw createInvalidInputError("options.partialAnswer", "excludes `functions` and `response_format`");
  if (storage === "cloud" && replyId === undefined)
    throw createInvalidInputError("options.replyId", "is required with `partialAnswer` and storage `cloud`");
  if (storage === "cloud" && (partialAnswer.content !== undefined || partialAnswer.data))
    throw createInvalidInputError("options.partialAnswer", "must have no text with storage `cloud`, which has its own");
  if (storage !== "cloud" && partialAnswer.content === undefined)
    throw createInvalidInputError("options.partialAnswer.content", "is required unless storage is `cloud`");
  return partialAnswer;
}

function toTools({
  functions,
  function_call: choice,
}: NonNullable<ChatRequest["options"]>): ChatTurn["toolsAndFormat"] {
  if (!functions || functions.length === 0) return {};
  const functionNames = new Set(functions.map(({ name }) => name));
  if (functionNames.size < functions.length)
    throw createInvalidInputError("options.functions", "must not name a function twice");
  if (typeof choice === "object" && !functionNames.has(choice.name))
    throw createInvalidInputError("options.function_call", "must name one of the functions");
  const tools = functions.map(({ name, description, parameters }) => ({
    name,
    parameters,
    ...(description === undefined ? {} : { description }),
  }));
  return { tools, ...(choice === undefined ? {} : { toolChoice: choice }) };
}

export function toResponseFormat(format: ResponseFormat | null | undefined): ChatTurn["toolsAndFormat"] {
  if (!format || format.type === "text") return {};
  if (format.type === "json_object") return { responseFormat: { type: "json" } };
  const { name, schema, strict } = format.json_schema;
  return { responseFormat: { type: "json", schema: { name, schema, strict: strict ?? false } } };
}

function getSystemPrompt(request: ChatRequest): string | null {
  const systemTexts = request.messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const prompt = systemTexts.length > 0 ? systemTexts.join("\n\n") : request.prompt;
  return prompt?.trim() ? prompt : null;
}

/** Drops system messages and makes each of the others a child of the one before it. */
function linkMessages(
  messages: readonly ChatMessage[],
  parentId: string | null,
  requestId: string,
): [MessageInput, ...MessageInput[]] {
  let previousId = parentId;
  const linkedMessages = messages
    .filter(({ role }) => role !== "system")
    .map((message, index): MessageInput => {
      const id = message.id ?? deriveId(requestId, String(index));
      const linkedMessage = { ...message, id, parentId: previousId };
      previousId = id;
      return linkedMessage;
    });
  const [firstMessage, ...otherMessages] = linkedMessages;
  if (!firstMessage) throw createInvalidInputError("messages", "needs a message that is not a system message");
  if (linkedMessages.at(-1)?.role === "assistant")
    throw createInvalidInputError(`messages.${messages.length - 1}`, "must not be an answer");
  return [firstMessage, ...otherMessages];
}

/** Adds the request's data sources to those of the last message, so that later code finds all of them there. */
function addDataSources(
  messages: ChatTurn["messages"],
  requestSources: NonNullable<ChatRequest["dataSources"]>,
): ChatTurn["messages"] {
  const question = messages.at(-1);
  if (!question) return messages;
  const messageSources = parseDataSources(question.data);
  const messageSourceIds = new Set(messageSources.map(({ id }) => id));
  const dataSources = [...messageSources, ...requestSources.filter(({ id }) => !messageSourceIds.has(id))];
  if (dataSources.length > limits.dataSourcesPerMessage) {
    throw createInvalidInputError("dataSources", `must not be more than ${limits.dataSourcesPerMessage}`);
  }
  if (requestSources.length === 0) return messages;
  const [firstMessage, ...otherMessages] = messages;
  const completedQuestion = { ...question, data: { ...question.data, dataSources } };
  return otherMessages.length === 0
    ? [completedQuestion]
    : [firstMessage, ...otherMessages.slice(0, -1), completedQuestion];
}

function requireConversationId(conversationId: string | null): string {
  if (conversationId === null)
    throw createInvalidInputError("options.conversationId", "is required with storage `cloud`");
  return conversationId;
}

function createInvalidInputError(path: string, message: string): AppError {
  return new AppError("invalidInput", { issues: [{ path, message }] });
}
