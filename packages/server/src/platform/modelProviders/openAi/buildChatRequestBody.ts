import type {
  ModelCall,
  ModelEndpoint,
  ModelMessage,
  ModelResponseFormat,
  OptionalParameter,
  WireParts,
} from "../modelProvider.ts";
import { alternateRoles, beginWithQuestion, moveSystemMessages } from "../toolMessages/alternateRoles.ts";
import { formatResult, normalizeToolMessages } from "../toolMessages/normalizeToolMessages.ts";
import { readReturnedFields } from "./returnedFields.ts";

/**
 * Builds the body of a streamed chat completion. OpenAI's reasoning models (o1, o3, o4, gpt-5 and later), on OpenAI and
 * Azure, reject `max_tokens` ("use 'max_completion_tokens' instead"), any temperature but 1 and `top_p`, so the first is
 * renamed and the others are omitted. Many other servers know only `max_tokens`. On Azure, the name of the deployment
 * decides, so a deployment should be named after its model. `refused` has the parameters that the server has refused.
 */
export function buildChatRequestBody(
  endpoint: ModelEndpoint,
  call: ModelCall,
  refused: ReadonlySet<OptionalParameter>,
): string {
  const usesReasoningModel = servesOpenAiModels(endpoint) && isReasoningModel(call.model);
  const lengthNames = ["max_tokens", "max_completion_tokens"] as const;
  const lengthName = (usesReasoningModel ? lengthNames.toReversed() : lengthNames).find((name) => !refused.has(name));
  return JSON.stringify({
    model: call.model,
    messages: toAcceptedMessages(call.messages, refused).map((message) =>
      toChatMessage(message, { wire: endpoint.wire, model: call.model, refused }),
    ),
    stream: true,
    ...(!refused.has("stream_options") && { stream_options: { include_usage: true } }),
    ...(call.temperature !== undefined &&
      !usesReasoningModel &&
      !refused.has("temperature") && { temperature: call.temperature }),
    ...(call.topP !== undefined && !usesReasoningModel && !refused.has("top_p") && { top_p: call.topP }),
    ...(call.stop && call.stop.length > 0 && !refused.has("stop") && { stop: call.stop }),
    ...(call.maxTokens !== undefined && lengthName !== undefined && { [lengthName]: call.maxTokens }),
    ...(call.tools &&
      call.tools.length > 0 && { tools: call.tools.map((tool) => ({ type: "function", function: tool })) }),
    ...(call.toolChoice && { tool_choice: toToolChoice(call.toolChoice) }),
    ...(call.parallelToolCalls !== undefined &&
      !refused.has("parallel_tool_calls") && { parallel_tool_calls: call.parallelToolCalls }),
    ...(call.responseFormat && { response_format: toResponseFormat(call.responseFormat) }),
  });
}

function toAcceptedMessages(
  messages: readonly ModelMessage[],
  refused: ReadonlySet<OptionalParameter>,
): ModelMessage[] {
  const normalized = normalizeToolMessages(messages);
  const accepted = alternateRoles(refused.has("system") ? moveSystemMessages(normalized) : normalized);
  return refused.has("leadingAnswer") ? beginWithQuestion(accepted) : accepted;
}

interface ChatTarget extends Pick<WireParts, "wire" | "model"> {
  refused: ReadonlySet<OptionalParameter>;
}

function toChatMessage(message: ModelMessage, target: ChatTarget): object {
  const { role, content } = message;
  switch (role) {
    case "system":
      return { role, content };
    case "user": {
      if (!message.images || message.images.length === 0) return { role, content };
      const images = message.images.map(({ mediaType, data }) => ({
        type: "image_url",
        image_url: { url: `data:${mediaType};base64,${data}` },
      }));
      return { role, content: content === "" ? images : [{ type: "text", text: content }, ...images] };
    }
    case "assistant": {
      const { extra_contents: extraContents, ...thoughts } = readReturnedFields(message, target) ?? {};
      const reasoning = target.refused.has("reasoning") ? {} : thoughts;
      if (!message.toolCalls || message.toolCalls.length === 0) return { role, content, ...reasoning };
      const calls = message.toolCalls.map(({ id, name, arguments: json }, index) => ({
        id,
        type: "function",
        function: { name, arguments: json },
        ...(extraContents?.[index] && { extra_content: extraContents[index] }),
      }));
      return { role, content: content === "" ? null : content, ...reasoning, tool_calls: calls };
    }
    case "tool":
      return { role, tool_call_id: message.toolCallId, content: formatResult(message) };
    default:
      return role satisfies never;
  }
}

function toToolChoice(choice: NonNullable<ModelCall["toolChoice"]>): object | string {
  return typeof choice === "string" ? choice : { type: "function", function: choice };
}

function toResponseFormat({ schema }: ModelResponseFormat): object {
  return schema ? { type: "json_schema", json_schema: schema } : { type: "json_object" };
}

function servesOpenAiModels(endpoint: ModelEndpoint): boolean {
  return endpoint.wire === "azure" || new URL(endpoint.url).hostname === "api.openai.com";
}

function isReasoningModel(id: string): boolean {
  return /^(o[1-9]|gpt-([5-9]|[1-9]\d))(?![a-z0-9])/i.test(id);
}
