import type { AnswerWriter, ParsedCall, ParsedMessage, ProviderWire, ScriptedUsage } from "./providerWire.ts";
import { textOf, toNumber, toRecord, toRecords, toStringOrEmpty } from "./readJson.ts";

/**
 * Anthropic's Messages API: https://platform.claude.com/docs/en/build-with-claude/streaming and …/api/errors,
 * …/api/models-list.
 */
export const anthropicWire: ProviderWire = {
  streamType: "text/event-stream; charset=utf-8",
  toolMessageRules: { groupsResults: true, needsTools: true, rejectsBlankText: true, signs: "reasoning" },
  basePath: "/v1",
  getRequestedModel: (path, body) => (path === "/v1/messages" ? toStringOrEmpty(body.model) : null),
  parseCall: (model, body) => ({
    model,
    system: textOf(body.system),
    messages: toRecords(body.messages).flatMap(toParsedMessages),
    tools: toRecords(body.tools).map((tool) => ({
      name: toStringOrEmpty(tool.name),
      description: typeof tool.description === "string" ? tool.description : undefined,
      parameters: tool.input_schema,
    })),
    toolChoice: parseToolChoice(toRecord(body.tool_choice)),
    format: parseFormat(body),
    temperature: toNumber(body.temperature),
    maxTokens: toNumber(body.max_tokens),
    topP: toNumber(body.top_p),
    stop: body.stop_sequences,
    allowsParallelCalls: toRecord(body.tool_choice).disable_parallel_tool_use !== true,
    cacheMarks: [
      ...(toRecords(body.tools).some(isCacheMark) ? ["tools"] : []),
      ...(toRecords(body.system).some(isCacheMark) ? ["system"] : []),
      ...toRecords(body.messages).flatMap(({ content }, turn) => (toRecords(content).some(isCacheMark) ? turn : [])),
    ],
  }),
  hasKey: (headers, key) => headers["x-api-key"] === key && headers["anthropic-version"] === "2023-06-01",
  buildModelList(url, models) {
    if (url.pathname !== "/v1/models") return null;
    const afterId = url.searchParams.get("after_id");
    const page = afterId === null ? models.slice(0, 2) : models.slice(2);
    return {
      data: page.map((id) => ({
        type: "model",
        id,
        display_name: `Scripted ${id}`,
        created_at: "2026-01-01T00:00:00Z",
        max_input_tokens: 32_768,
        max_tokens: 4_000,
      })),
      has_more: afterId === null && models.length > 2,
      first_id: page.at(0),
      last_id: page.at(-1),
    };
  },
  buildErrorBody(status, code) {
    if (code === "context_length_exceeded")
      return buildError("invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum");
    if (code === "content_filter")
      return buildError("invalid_request_error", "Output blocked by content filtering policy");
    return buildError(errorTypes[status] ?? "api_error", "The scripted server refuses.");
  },
  createAnswerWriter,
};

const isCacheMark = ({ cache_control }: Record<string, unknown>) => toRecord(cache_control).type === "ephemeral";

function toParsedMessages({ role, content }: Record<string, unknown>, turn: number): ParsedMessage[] {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : toRecords(content);
  const results = parts.filter(({ type }) => type === "tool_result");
  const images = parts.filter(({ type }) => type === "image").map(({ source }) => toRecord(source));
  const calls = parts.filter(({ type }) => type === "tool_use");
  return [
    ...results.map(({ content, tool_use_id, is_error }) => ({
      role: "tool" as const,
      text: textOf(content),
      images: [],
      toolCalls: [],
      toolCallId: toStringOrEmpty(tool_use_id),
      isError: is_error === true,
      signedParts: [],
      hasBlankText: textOf(content).trim() === "",
      turn,
    })),
    ...(results.length < parts.length
      ? [
          {
            role: role === "assistant" ? ("assistant" as const) : ("user" as const),
            text: textOf(parts),
            images: images.map(({ media_type, data }) => ({
              mediaType: toStringOrEmpty(media_type),
              data: toStringOrEmpty(data),
            })),
            toolCalls: calls.map(({ id, name, input }) => ({
              id: toStringOrEmpty(id),
              name: toStringOrEmpty(name),
              arguments: input,
            })),
            toolCallId: "",
            isError: false,
            signedParts: parts.flatMap(({ type, thinking, signature, data }) =>
              type === "thinking"
                ? `${toStringOrEmpty(thinking)} ${toStringOrEmpty(signature)}`
                : type === "redacted_thinking"
                  ? toStringOrEmpty(data)
                  : [],
            ),
            hasBlankText: parts.some(({ type, text }) => type === "text" && toStringOrEmpty(text).trim() === ""),
            turn,
          },
        ]
      : []),
  ];
}

/** Newer models accept a schema. For older ones, the schema is the input of a tool. */
function parseFormat(body: Record<string, unknown>): ParsedCall["format"] {
  const { schema } = toRecord(toRecord(body.output_config).format);
  if (schema !== undefined) return { schema };
  const tool = toRecords(body.tools).find(({ name }) => name === "json");
  return tool ? { schema: tool.input_schema, tool: "json" } : null;
}

function parseToolChoice({ type, name }: Record<string, unknown>): string | null {
  if (type === "tool") return toStringOrEmpty(name);
  if (type === "any") return "required";
  return typeof type === "string" ? type : null;
}

const errorTypes: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
  529: "overloaded_error",
};

function buildError(type: string, message: string) {
  return { type: "error", error: { type, message }, request_id: "req_scripted" };
}

const stopReasons: Readonly<Record<string, string>> = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  content_filter: "refusal",
};

const formatEvent = (value: { type: string; [field: string]: unknown }) =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;

function createAnswerWriter(model: string, usage: ScriptedUsage): AnswerWriter {
  let index = -1;
  let openBlockType: string | null = null;
  const stopBlock = () => (openBlockType === null ? "" : formatEvent({ type: "content_block_stop", index }));
  const startBlock = (type: string, content: object) => {
    // Each function call is a block of its own.
    if (openBlockType === type && type !== "tool_use") return "";
    const blockEnd = stopBlock();
    openBlockType = type;
    index += 1;
    return blockEnd + formatEvent({ type: "content_block_start", index, content_block: { type, ...content } });
  };
  const formatDelta = (type: string, fields: object) =>
    formatEvent({ type: "content_block_delta", index, delta: { type, ...fields } });

  return {
    start: () =>
      formatEvent({
        type: "message_start",
        message: {
          id: "msg_scripted",
          type: "message",
          role: "assistant",
          model,
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: usage.input - usage.cached - usage.written,
            cache_read_input_tokens: usage.cached,
            cache_creation_input_tokens: usage.written,
            output_tokens: 1,
          },
        },
      }) + formatEvent({ type: "ping" }),
    reasoning: (token) =>
      startBlock("thinking", { thinking: "", signature: "" }) + formatDelta("thinking_delta", { thinking: token }),
    text: (token) => startBlock("text", { text: "" }) + formatDelta("text_delta", { text: token }),
    reasoningSignature: (signature) => formatDelta("signature_delta", { signature }),
    textSignature: () => "",
    redactedReasoning: (data) => startBlock("redacted_thinking", { data }),
    toolCall: ({ id, name, argumentsJson }) =>
      startBlock("tool_use", { id, name, input: {} }) +
      formatDelta("input_json_delta", { partial_json: "" }) +
      formatDelta("input_json_delta", { partial_json: argumentsJson.slice(0, 9) }) +
      formatDelta("input_json_delta", { partial_json: argumentsJson.slice(9) }),
    finish: (reason, hasUsage) =>
      stopBlock() +
      formatEvent({
        type: "message_delta",
        delta: { stop_reason: stopReasons[reason] ?? reason, stop_sequence: null },
        usage: { output_tokens: hasUsage ? usage.output : 0 },
      }) +
      formatEvent({ type: "message_stop" }),
    error: () => formatEvent(buildError("overloaded_error", "Overloaded")),
    noise: () => 'event: noise\ndata: {this is no JSON\n\nevent: noise\ndata: {"type":"news of tomorrow"}\n\n',
    hugeEvent: () => formatDelta("text_delta", { text: "x".repeat(4_400_000) }),
  };
}
