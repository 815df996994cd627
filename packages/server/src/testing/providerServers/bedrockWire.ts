import { eventStreamFrame } from "./eventStreamFrame.ts";
import type { AnswerWriter, ProviderWire, ScriptedUsage, SeenCall, SeenMessage } from "./providerWire.ts";
import { number, record, records, string, textOf } from "./readJson.ts";

/**
 * Amazon Bedrock's ConverseStream:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html.
 */
export const bedrockWire: ProviderWire = {
  streamType: "application/vnd.amazon.eventstream",
  basePath: "",
  modelOf(path) {
    const named = /^\/model\/([^/]+)\/converse-stream$/.exec(path)?.[1];
    return named === undefined ? null : decodeURIComponent(named);
  },
  /** Titan takes one text at a time, Cohere several. */
  embeddingsOf(path, body) {
    const named = /^\/model\/([^/]+)\/invoke$/.exec(path)?.[1];
    if (named === undefined) return null;
    const texts = Array.isArray(body.texts) ? body.texts.map(String) : [string(body.inputText)];
    return { model: decodeURIComponent(named), texts };
  },
  embedded: (vectors, tokens, path) =>
    path.includes("cohere")
      ? { embeddings: vectors, id: "scripted", response_type: "embeddings_floats" }
      : { embedding: vectors[0], inputTextTokenCount: tokens },
  see(model, body) {
    const inference = record(body.inferenceConfig);
    const tools = record(body.toolConfig);
    return {
      model,
      system: textOf(body.system),
      messages: records(body.messages).flatMap(messagesOf),
      tools: records(tools.tools)
        .map(({ toolSpec }) => record(toolSpec))
        .map((tool) => ({
          name: string(tool.name),
          description: typeof tool.description === "string" ? tool.description : undefined,
          parameters: record(tool.inputSchema).json,
        })),
      toolChoice: choiceOf(record(tools.toolChoice)),
      format: formatOf(body),
      temperature: number(inference.temperature),
      maxTokens: number(inference.maxTokens),
    };
  },
  carriesKey: ({ authorization }, key) =>
    authorization === `Bearer ${key}` ||
    new RegExp(
      `^AWS4-HMAC-SHA256 Credential=${key}/\\d{8}/[a-z0-9-]+/bedrock/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, Signature=[0-9a-f]{64}$`,
    ).test(authorization ?? ""),
  listOf: () => null,
  refusal(status, code) {
    if (code === "context_length_exceeded") return { message: "Input is too long for requested model." };
    return { message: "The scripted server refuses.", __type: code ?? exceptions[status] ?? "InternalServerException" };
  },
  beginAnswer: writeAnswer,
};

function messagesOf({ role, content }: Record<string, unknown>): SeenMessage[] {
  const parts = records(content);
  const results = parts.filter(({ toolResult }) => toolResult !== undefined);
  const images = parts.filter(({ image }) => image !== undefined).map(({ image }) => record(image));
  const calls = parts.filter(({ toolUse }) => toolUse !== undefined).map(({ toolUse }) => record(toolUse));
  return [
    ...results.map(({ toolResult }) => ({
      role: "tool" as const,
      text: textOf(record(toolResult).content),
      images: [],
      toolCalls: [],
    })),
    ...(results.length < parts.length
      ? [
          {
            role: role === "assistant" ? ("assistant" as const) : ("user" as const),
            text: textOf(parts),
            images: images.map(({ format, source }) => ({
              mediaType: `image/${string(format)}`,
              data: string(record(source).bytes),
            })),
            toolCalls: calls.map(({ name, input }) => ({ name: string(name), arguments: input })),
          },
        ]
      : []),
  ];
}

/** Claude takes a schema, others a tool that stands for it. */
function formatOf(body: Record<string, unknown>): SeenCall["format"] {
  const { schema } = record(record(record(body.additionalModelRequestFields).output_config).format);
  if (schema !== undefined) return { schema };
  const tool = records(record(body.toolConfig).tools)
    .map(({ toolSpec }) => record(toolSpec))
    .find(({ name }) => name === "json");
  return tool ? { schema: record(tool.inputSchema).json, tool: "json" } : null;
}

function choiceOf({ auto, tool }: Record<string, unknown>): string | null {
  if (auto !== undefined) return "auto";
  return tool === undefined ? null : string(record(tool).name);
}

const exceptions: Readonly<Record<number, string>> = {
  400: "ValidationException",
  403: "AccessDeniedException",
  404: "ResourceNotFoundException",
  408: "ModelTimeoutException",
  424: "ModelErrorException",
  429: "ThrottlingException",
  503: "ServiceUnavailableException",
};

const stopReasons: Readonly<Record<string, string>> = {
  stop: "end_turn",
  length: "max_tokens",
  tool_calls: "tool_use",
  content_filter: "content_filtered",
};

function writeAnswer(_model: string, usage: ScriptedUsage): AnswerWriter {
  let contentBlockIndex = -1;
  let open: string | null = null;
  const frame = (type: string, payload: string) =>
    eventStreamFrame({ ":event-type": type, ":content-type": "application/json", ":message-type": "event" }, payload);
  // `p` is padding, which hides how long the tokens are.
  const event = (type: string, payload: object) => frame(type, JSON.stringify({ ...payload, p: "abcdefgh" }));
  const stop = () => (open === null ? [] : [event("contentBlockStop", { contentBlockIndex })]);
  const block = (type: string, start?: object) => {
    if (open === type) return [];
    const ended = stop();
    open = type;
    contentBlockIndex += 1;
    // Only tool calls have a start of their own.
    return [...ended, ...(start ? [event("contentBlockStart", { contentBlockIndex, start })] : [])];
  };
  const delta = (delta: object) => event("contentBlockDelta", { contentBlockIndex, delta });

  return {
    begin: () => event("messageStart", { role: "assistant" }),
    thought: (token) => Buffer.concat([...block("reasoning"), delta({ reasoningContent: { text: token } })]),
    text: (token) => Buffer.concat([...block("text"), delta({ text: token })]),
    toolCall: (name, given) =>
      Buffer.concat([
        ...block("tool", { toolUse: { toolUseId: "tooluse_scripted", name } }),
        delta({ toolUse: { input: given.slice(0, 9) } }),
        delta({ toolUse: { input: given.slice(9) } }),
      ]),
    finish: (reason, hasUsage) =>
      Buffer.concat([
        ...stop(),
        event("messageStop", { stopReason: stopReasons[reason] ?? reason }),
        event("metadata", {
          metrics: { latencyMs: 7 },
          ...(hasUsage && {
            usage: {
              inputTokens: usage.input - usage.cached - usage.written,
              outputTokens: usage.output,
              totalTokens: usage.input + usage.output,
              cacheReadInputTokens: usage.cached,
              cacheWriteInputTokens: usage.written,
            },
          }),
        }),
      ]),
    error: () =>
      eventStreamFrame(
        {
          ":exception-type": "serviceUnavailableException",
          ":content-type": "application/json",
          ":message-type": "exception",
        },
        JSON.stringify({ message: "Too many requests, please wait before trying again." }),
      ),
    rubbish: () => Buffer.concat([frame("noise", "{this is no JSON"), frame("contentBlockDelta", '"none"')]),
    huge: () => delta({ text: "x".repeat(1_200_000) }),
  };
}
