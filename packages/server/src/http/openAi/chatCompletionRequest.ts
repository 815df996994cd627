import { limits, ResponseFormat, text } from "@lectern/contract";
import * as z from "zod/mini";
import { parseInput } from "../../core/parseInput.ts";
import type { ChatTurn } from "../../core/run/chatTurn.ts";
import { toResponseFormat } from "../../modules/chat/chatTurn.ts";
import type { ModelCall } from "../../platform/modelProviders/modelProvider.ts";
import { type ApiCall, splitSystemPrompt } from "./apiCall.ts";
import { createApiError } from "./apiErrors.ts";
import { Content, limitImages, readContent, readText, requireContent } from "./contentParts.ts";
import {
  CalledFunction,
  CallId,
  checkTools,
  createMessageCollector,
  FunctionDefinition,
  NamedFunction,
  requireFunctionType,
  ToolType,
  toModelTool,
} from "./tools.ts";

const ToolCall = z.object({ id: CallId, type: z.optional(ToolType), function: z.optional(CalledFunction) });

const Message = z.object({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content: z.optional(z.nullable(Content)),
  name: z.optional(z.nullable(text(200))),
  tool_calls: z.optional(z.nullable(z.array(ToolCall).check(z.maxLength(limits.functionsPerCall)))),
  tool_call_id: z.optional(z.nullable(CallId)),
  function_call: z.optional(z.nullable(CalledFunction)),
  reasoning_content: z.optional(z.nullable(text(limits.messageLength))),
});
type Message = z.infer<typeof Message>;

const TokenCount = z.optional(z.nullable(z.int().check(z.minimum(1))));
const StopText = text(limits.stopTextLength);

/** The fields that count. All others are ignored. */
export const ChatCompletionRequest = z.object({
  model: z.string().check(z.minLength(1), z.maxLength(300)),
  messages: z.array(Message).check(z.minLength(1), z.maxLength(limits.messagesPerCall)),
  stream: z.optional(z.nullable(z.boolean())),
  stream_options: z.optional(z.nullable(z.object({ include_usage: z.optional(z.nullable(z.boolean())) }))),
  max_tokens: TokenCount,
  max_completion_tokens: TokenCount,
  temperature: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(2)))),
  top_p: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(1)))),
  stop: z.optional(z.nullable(z.union([StopText, z.array(StopText).check(z.maxLength(limits.stopTextsPerCall))]))),
  tools: z.optional(
    z.nullable(
      z
        .array(z.object({ type: ToolType, function: z.optional(FunctionDefinition) }))
        .check(z.maxLength(limits.functionsPerCall)),
    ),
  ),
  tool_choice: z.optional(
    z.nullable(
      z.union([
        z.enum(["auto", "none", "required"]),
        z.object({ type: ToolType, function: z.optional(NamedFunction) }),
      ]),
    ),
  ),
  parallel_tool_calls: z.optional(z.nullable(z.boolean())),
  functions: z.optional(z.nullable(z.array(FunctionDefinition).check(z.maxLength(limits.functionsPerCall)))),
  function_call: z.optional(z.nullable(z.union([z.enum(["auto", "none"]), NamedFunction]))),
  response_format: z.optional(z.nullable(ResponseFormat)),
  n: z.optional(z.nullable(z.number())),
  logprobs: z.optional(z.nullable(z.boolean())),
  modalities: z.optional(z.nullable(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(10)))),
});
type ChatCompletionRequest = z.infer<typeof ChatCompletionRequest>;

export interface ChatCompletionCall extends ApiCall {
  includesUsage: boolean;
  /** True for a client of the older `functions`, which gets one `function_call` instead of `tool_calls`. */
  usesFunctions: boolean;
}

/** Parses the body of a chat completion (https://platform.openai.com/docs/api-reference/chat/create). */
export function parseChatCompletion(raw: unknown): ChatCompletionCall {
  const request = parseInput(ChatCompletionRequest, raw, limits.jsonValuesOfConversations);
  refuseUnsupported(request);
  const messages = readMessages(request.messages);
  limitImages(messages, "messages");
  const { model, temperature, top_p: topP, stop, max_tokens: maxTokens, stream } = request;
  const stopTexts = (typeof stop === "string" ? [stop] : (stop ?? [])).filter((stopText) => stopText !== "");
  return {
    model,
    inputField: "messages",
    ...splitSystemPrompt(messages),
    temperature: temperature ?? null,
    maxTokens: request.max_completion_tokens ?? maxTokens ?? null,
    sampling: {
      ...(topP === undefined || topP === null ? {} : { topP }),
      ...(stopTexts.length > 0 ? { stop: stopTexts } : {}),
    },
    toolsAndFormat: { ...readTools(request), ...toResponseFormat(request.response_format) },
    stream: stream ?? false,
    includesUsage: request.stream_options?.include_usage ?? false,
    usesFunctions: !request.tools && (request.functions ?? []).length > 0,
  };
}

/** What would change the meaning of a call if it were ignored. */
function refuseUnsupported({ n, logprobs, modalities }: ChatCompletionRequest): void {
  const refuse = (message: string, param: string) =>
    createApiError("invalidInput", message, { param, apiCode: "unsupported_value" });
  if (n !== undefined && n !== null && n !== 1) throw refuse("Only one answer per call is supported.", "n");
  if (logprobs) throw refuse("Probabilities of tokens are not supported.", "logprobs");
  if (modalities?.some((modality) => modality !== "text")) throw refuse("Only text is supported.", "modalities");
}

function readMessages(given: readonly Message[]) {
  const { messages, add, addResult } = createMessageCollector();
  for (const [index, message] of given.entries()) {
    const param = `messages[${index}]`;
    const contentParam = `${param}.content`;
    switch (message.role) {
      case "system":
      case "developer":
        add({ role: "system", content: readText(requireContent(message.content, contentParam), contentParam) });
        break;
      case "user": {
        const { content, images } = readContent(requireContent(message.content, contentParam), contentParam);
        add({ role: "user", content, ...(images.length > 0 ? { images } : {}) });
        break;
      }
      case "assistant": {
        const toolCalls = readCalls(message, param, `call_${index}`);
        const { reasoning_content: reasoning } = message;
        add({
          role: "assistant",
          content: readText(message.content, contentParam),
          ...(toolCalls.length > 0 ? { toolCalls } : {}),
          ...(toolCalls.length > 0 && typeof reasoning === "string" ? { reasoning } : {}),
        });
        break;
      }
      case "tool":
        addResult(
          readText(requireContent(message.content, contentParam), contentParam),
          ({ id }) => id === message.tool_call_id,
          `${param}.tool_call_id`,
        );
        break;
      case "function":
        addResult(readText(message.content, contentParam), ({ name }) => name === message.name, `${param}.name`);
        break;
      default:
        message.role satisfies never;
    }
  }
  return messages;
}

/** Calls of the older form have no id, so they get one. */
function readCalls({ tool_calls: calls, function_call: oldCall }: Message, param: string, oldId: string) {
  if (!calls) return oldCall ? [{ id: oldId, ...oldCall }] : [];
  return calls.map(({ id, type = "function", function: called }, index) => {
    const callParam = `${param}.tool_calls[${index}]`;
    requireFunctionType(type, `${callParam}.type`);
    if (!called) throw createApiError("invalidInput", "A call needs its function.", { param: `${callParam}.function` });
    return { id, ...called };
  });
}

function readTools(request: ChatCompletionRequest): ChatTurn["toolsAndFormat"] {
  const { tools, tool_choice: choice, functions, function_call: oldChoice, parallel_tool_calls: parallel } = request;
  if (!tools && functions) {
    const params = { tools: "functions", choice: "function_call" };
    return checkTools({ tools: functions.map(toModelTool), choice: oldChoice ?? undefined, parallel, params });
  }
  const modelTools = (tools ?? []).map(({ type, function: definition }, index) => {
    requireFunctionType(type, `tools[${index}].type`);
    const param = `tools[${index}].function`;
    if (!definition) throw createApiError("invalidInput", "A tool needs its function.", { param });
    return toModelTool(definition);
  });
  const params = { tools: "tools", choice: "tool_choice" };
  return checkTools({ tools: modelTools, choice: readChoice(choice), parallel, params });
}

function readChoice(choice: ChatCompletionRequest["tool_choice"]): ModelCall["toolChoice"] {
  if (typeof choice !== "object" || choice === null) return choice ?? undefined;
  if (choice.type === "function" && choice.function) return choice.function;
  throw createApiError("invalidInput", "The choice must be auto, none, required, or a function.", {
    param: "tool_choice",
  });
}
