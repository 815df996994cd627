import type { AnswerWriter, ProviderWire, ScriptedUsage, SeenCall, SeenMessage } from "./providerWire.ts";
import { number, record, records, string, textOf } from "./readJson.ts";

/**
 * Anthropic's Messages API: https://platform.claude.com/docs/en/build-with-claude/streaming and …/api/errors,
 * …/api/models-list.
 */
export const anthropicWire: ProviderWire = {
  streamType: "text/event-stream; charset=utf-8",
  basePath: "/v1",
  modelOf: (path, body) => (path === "/v1/messages" ? string(body.model) : null),
  see: (model, body) => ({
    model,
    system: textOf(body.system),
    messages: records(body.messages).flatMap(messagesOf),
    tools: records(body.tools).map((tool) => ({
      name: string(tool.name),
      description: typeof tool.description === "string" ? tool.description : undefined,
      parameters: tool.input_schema,
    })),
    toolChoice: choiceOf(record(body.tool_choice)),
    format: formatOf(body),
    temperature: number(body.temperature),
    maxTokens: number(body.max_tokens),
  }),
  carriesKey: (headers, key) => headers["x-api-key"] === key && headers["anthropic-version"] === "2023-06-01",
  listOf(url, models) {
    if (url.pathname !== "/v1/models") return null;
    const after = url.searchParams.get("after_id");
    const page = after === null ? models.slice(0, 2) : models.slice(2);
    return {
      data: page.map((id) => ({
        type: "model",
        id,
        display_name: `Scripted ${id}`,
        created_at: "2026-01-01T00:00:00Z",
        max_input_tokens: 32_768,
        max_tokens: 4_000,
      })),
      has_more: after === null && models.length > 2,
      first_id: page.at(0),
      last_id: page.at(-1),
    };
  },
  refusal(status, code) {
    if (code === "context_length_exceeded")
      return errorOf("invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum");
    if (code === "content_filter")
      return errorOf("invalid_request_error", "Output blocked by content filtering policy");
    return errorOf(errorTypes[status] ?? "api_error", "The scripted server refuses.");
  },
  beginAnswer: writeAnswer,
};

function messagesOf({ role, content }: Record<string, unknown>): SeenMessage[] {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : records(content);
  const results = parts.filter(({ type }) => type === "tool_result");
  const images = parts.filter(({ type }) => type === "image").map(({ source }) => record(source));
  const calls = parts.filter(({ type }) => type === "tool_use");
  return [
    ...results.map(({ content }) => ({ role: "tool" as const, text: textOf(content), images: [], toolCalls: [] })),
    ...(results.length < parts.length
      ? [
          {
            role: role === "assistant" ? ("assistant" as const) : ("user" as const),
            text: textOf(parts),
            images: images.map(({ media_type, data }) => ({ mediaType: string(media_type), data: string(data) })),
            toolCalls: calls.map(({ name, input }) => ({ name: string(name), arguments: input })),
          },
        ]
      : []),
  ];
}

/** Newer models take a schema, older ones a tool that stands for it. */
function formatOf(body: Record<string, unknown>): SeenCall["format"] {
  const { schema } = record(record(body.output_config).format);
  if (schema !== undefined) return { schema };
  const tool = records(body.tools).find(({ name }) => name === "json");
  return tool ? { schema: tool.input_schema, tool: "json" } : null;
}

function choiceOf({ type, name }: Record<string, unknown>): string | null {
  if (type === "tool") return string(name);
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

function errorOf(type: string, message: string) {
  return { type: "error", error: { type, message }, request_id: "req_scripted" };
}

const stopReasons: Readonly<Record<string, string>> = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  content_filter: "refusal",
};

const event = (value: { type: string; [field: string]: unknown }) =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;

function writeAnswer(model: string, usage: ScriptedUsage): AnswerWriter {
  let index = -1;
  let open: string | null = null;
  const stop = () => (open === null ? "" : event({ type: "content_block_stop", index }));
  const block = (type: string, content: object) => {
    if (open === type) return "";
    const ended = stop();
    open = type;
    index += 1;
    return ended + event({ type: "content_block_start", index, content_block: { type, ...content } });
  };
  const delta = (type: string, fields: object) =>
    event({ type: "content_block_delta", index, delta: { type, ...fields } });

  return {
    begin: () =>
      event({
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
      }) + event({ type: "ping" }),
    thought: (token) =>
      block("thinking", { thinking: "", signature: "" }) + delta("thinking_delta", { thinking: token }),
    text: (token) => block("text", { text: "" }) + delta("text_delta", { text: token }),
    toolCall: (name, given) =>
      block("tool_use", { id: "toolu_scripted", name, input: {} }) +
      delta("input_json_delta", { partial_json: "" }) +
      delta("input_json_delta", { partial_json: given.slice(0, 9) }) +
      delta("input_json_delta", { partial_json: given.slice(9) }),
    finish: (reason, hasUsage) =>
      stop() +
      event({
        type: "message_delta",
        delta: { stop_reason: stopReasons[reason] ?? reason, stop_sequence: null },
        usage: { output_tokens: hasUsage ? usage.output : 0 },
      }) +
      event({ type: "message_stop" }),
    error: () => event(errorOf("overloaded_error", "Overloaded")),
    rubbish: () => 'event: noise\ndata: {this is no JSON\n\nevent: noise\ndata: {"type":"news of tomorrow"}\n\n',
    huge: () => delta("text_delta", { text: "x".repeat(1_200_000) }),
  };
}
