import { randomUUID } from "node:crypto";
import { type ChatMessage, type ChatRequest, parseDataSources, limits, type MessageInput } from "@lectern/contract";
import { AppError } from "../../core/appError.ts";
import type { ModelCall } from "../../platform/modelProviders/modelProvider.ts";
import { deriveId } from "./deriveId.ts";
import type { DataSourceSwitches } from "./steps/dataSources/decideDataSourceUse.ts";

/** What a chat request asks for, whichever of the wire's spellings it used. */
export interface ChatTurn {
  modelId: string;
  requestId: string;
  /** The system prompt that the client sent; null: it sent none. */
  systemPrompt: string | null;
  /** Without system messages, oldest first; the last one is what is asked, with all its sources. Each follows the one before it. */
  messages: [MessageInput, ...MessageInput[]];
  temperature: number | null;
  /** Longest answer, in tokens, as asked. */
  maxTokens: number | null;
  /** The functions that the model may ask for and which of them it is to call, and the form of its answer. */
  tools: Pick<ModelCall, "tools" | "toolChoice" | "responseFormat">;
  /** How the sources that the messages name are used. */
  sources: DataSourceSwitches;
  assistantId: string | null;
  /** A conversation's id as the client gave it; of a local one it is kept in memory only. */
  conversationId: string | null;
  /** Where the turn is written; null: nowhere. */
  cloud: { conversationId: string; parentId: string | null | undefined; replyId: string } | null;
}

/** Throws `invalidInput` for a request that has nothing to answer, or no place for what it wants stored. */
export function toChatTurn(request: ChatRequest): ChatTurn {
  const options = request.options ?? {};
  const conversationId = options.conversationId ?? request.conversationId ?? null;
  const parentId = options.parentId;
  const requestId = options.requestId ?? request.requestId ?? randomUUID();
  return {
    modelId: request.model,
    requestId,
    systemPrompt: systemPromptOf(request),
    messages: withSources(spokenMessages(request.messages, parentId ?? null, requestId), request.dataSources ?? []),
    temperature: request.temperature ?? null,
    maxTokens: request.max_tokens ?? request.maxTokens ?? null,
    tools: { ...toolsOf(options), ...formatOf(options) },
    sources: {
      skipRag: options.skipRag ?? request.skipRag ?? false,
      ragOnly: options.ragOnly ?? request.ragOnly ?? false,
      options: options.dataSourceOptions,
    },
    assistantId: options.assistantId ?? request.assistantId ?? null,
    conversationId,
    cloud:
      options.storage === "cloud"
        ? {
            conversationId: required(conversationId),
            parentId,
            replyId: options.replyId ?? deriveId(requestId, "reply"),
          }
        : null,
  };
}

function toolsOf({ functions, function_call: wanted }: NonNullable<ChatRequest["options"]>): ChatTurn["tools"] {
  if (!functions || functions.length === 0) return {};
  const names = new Set(functions.map(({ name }) => name));
  if (names.size < functions.length) throw invalid("options.functions", "must not name a function twice");
  if (typeof wanted === "object" && !names.has(wanted.name))
    throw invalid("options.function_call", "must name one of the functions");
  const tools = functions.map(({ name, description, parameters }) => ({
    name,
    parameters,
    ...(description === undefined ? {} : { description }),
  }));
  return { tools, ...(wanted === undefined ? {} : { toolChoice: wanted }) };
}

function formatOf({ response_format: format }: NonNullable<ChatRequest["options"]>): ChatTurn["tools"] {
  if (!format || format.type === "text") return {};
  if (format.type === "json_object") return { responseFormat: { type: "json" } };
  const { name, schema, strict } = format.json_schema;
  return { responseFormat: { type: "json", schema: { name, schema, strict: strict ?? false } } };
}

function systemPromptOf(request: ChatRequest): string | null {
  const written = request.messages.filter(({ role }) => role === "system").map(({ content }) => content);
  const prompt = written.length > 0 ? written.join("\n\n") : request.prompt;
  return prompt?.trim() ? prompt : null;
}

function spokenMessages(
  messages: readonly ChatMessage[],
  parentId: string | null,
  requestId: string,
): [MessageInput, ...MessageInput[]] {
  let previousId = parentId;
  const spoken = messages
    .filter(({ role }) => role !== "system")
    .map((message, index): MessageInput => {
      const id = message.id ?? deriveId(requestId, String(index));
      const linked = { ...message, id, parentId: previousId };
      previousId = id;
      return linked;
    });
  const [first, ...others] = spoken;
  if (!first) throw invalid("messages", "needs a message that is not a system message");
  if (spoken.at(-1)?.role === "assistant") throw invalid(`messages.${messages.length - 1}`, "must not be an answer");
  return [first, ...others];
}

/** The last message with the request's own sources beside those that it names itself, so that one place has them all. */
function withSources(
  messages: ChatTurn["messages"],
  given: NonNullable<ChatRequest["dataSources"]>,
): ChatTurn["messages"] {
  const asked = messages.at(-1);
  if (!asked) return messages;
  const own = parseDataSources(asked.data);
  const known = new Set(own.map(({ id }) => id));
  const dataSources = [...own, ...given.filter(({ id }) => !known.has(id))];
  if (dataSources.length > limits.dataSourcesPerMessage) {
    throw invalid("dataSources", `must not be more than ${limits.dataSourcesPerMessage}`);
  }
  if (given.length === 0) return messages;
  const [first, ...others] = messages;
  const sourced = { ...asked, data: { ...asked.data, dataSources } };
  return others.length === 0 ? [sourced] : [first, ...others.slice(0, -1), sourced];
}

function required(conversationId: string | null): string {
  if (conversationId === null) throw invalid("options.conversationId", "is required with storage `cloud`");
  return conversationId;
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalidInput", { issues: [{ path, message }] });
}
