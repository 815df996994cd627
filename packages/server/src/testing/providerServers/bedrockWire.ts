import { encodeEventStreamFrame } from "./eventStreamFrame.ts";
import type { AnswerWriter, ParsedCall, ParsedMessage, ProviderWire, ScriptedUsage } from "./providerWire.ts";
import { textOf, toNumber, toRecord, toRecords, toStringOrEmpty } from "./readJson.ts";

/**
 * Amazon Bedrock's ConverseStream:
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html.
 */
export const bedrockWire: ProviderWire = {
  streamType: "application/vnd.amazon.eventstream",
  toolMessageRules: { groupsResults: true, needsTools: true, rejectsBlankText: true, signs: "reasoning" },
  basePath: "",
  getRequestedModel(path) {
    const encodedModel = /^\/model\/([^/]+)\/converse-stream$/.exec(path)?.[1];
    return encodedModel === undefined ? null : decodeURIComponent(encodedModel);
  },
  /** A request to Titan contains one text, a request to Cohere several. */
  parseEmbeddingsRequest(path, body) {
    const encodedModel = /^\/model\/([^/]+)\/invoke$/.exec(path)?.[1];
    if (encodedModel === undefined) return null;
    const texts = Array.isArray(body.texts) ? body.texts.map(String) : [toStringOrEmpty(body.inputText)];
    return { model: decodeURIComponent(encodedModel), texts };
  },
  buildEmbeddingsResponse: (vectors, tokens, path) =>
    path.includes("cohere")
      ? { embeddings: vectors, id: "scripted", response_type: "embeddings_floats" }
      : { embedding: vectors[0], inputTextTokenCount: tokens },
  parseCall(model, body) {
    const inference = toRecord(body.inferenceConfig);
    const tools = toRecord(body.toolConfig);
    return {
      model,
      system: textOf(body.system),
      messages: toRecords(body.messages).flatMap(toParsedMessages),
      tools: toRecords(tools.tools)
        .map(({ toolSpec }) => toRecord(toolSpec))
        .map((tool) => ({
          name: toStringOrEmpty(tool.name),
          description: typeof tool.description === "string" ? tool.description : undefined,
          parameters: toRecord(tool.inputSchema).json,
        })),
      toolChoice: parseToolChoice(toRecord(tools.toolChoice)),
      format: parseFormat(body),
      temperature: toNumber(inference.temperature),
      maxTokens: toNumber(inference.maxTokens),
      topP: toNumber(inference.topP),
      stop: inference.stopSequences,
      allowsParallelCalls: true,
      cacheMarks: [
        ...(toRecords(body.system).some(isCachePoint) ? ["system"] : []),
        ...toRecords(body.messages).flatMap(({ content }, turn) => (toRecords(content).some(isCachePoint) ? turn : [])),
      ],
    };
  },
  hasKey: ({ authorization }, key) =>
    authorization === `Bearer ${key}` ||
    new RegExp(
      `^AWS4-HMAC-SHA256 Credential=${key}/\\d{8}/[a-z0-9-]+/bedrock/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, Signature=[0-9a-f]{64}$`,
    ).test(authorization ?? ""),
  buildModelList: () => null,
  buildErrorBody(status, code) {
    if (code === "context_length_exceeded") return { message: "Input is too long for requested model." };
    return {
      message: "The scripted server refuses.",
      __type: code ?? exceptionNames[status] ?? "InternalServerException",
    };
  },
  createAnswerWriter,
};

const isCachePoint = ({ cachePoint }: Record<string, unknown>) => toRecord(cachePoint).type === "default";

function toParsedMessages({ role, content }: Record<string, unknown>, turn: number): ParsedMessage[] {
  const parts = toRecords(content).filter((part) => !isCachePoint(part));
  const results = parts.filter(({ toolResult }) => toolResult !== undefined);
  const images = parts.filter(({ image }) => image !== undefined).map(({ image }) => toRecord(image));
  const calls = parts.filter(({ toolUse }) => toolUse !== undefined).map(({ toolUse }) => toRecord(toolUse));
  return [
    ...results.map(({ toolResult }) => ({
      role: "tool" as const,
      text: textOf(toRecord(toolResult).content),
      images: [],
      toolCalls: [],
      toolCallId: toStringOrEmpty(toRecord(toolResult).toolUseId),
      isError: toRecord(toolResult).status === "error",
      signedParts: [],
      hasBlankText: textOf(toRecord(toolResult).content).trim() === "",
      turn,
    })),
    ...(results.length < parts.length
      ? [
          {
            role: role === "assistant" ? ("assistant" as const) : ("user" as const),
            text: textOf(parts),
            images: images.map(({ format, source }) => ({
              mediaType: `image/${toStringOrEmpty(format)}`,
              data: toStringOrEmpty(toRecord(source).bytes),
            })),
            toolCalls: calls.map(({ toolUseId, name, input }) => ({
              id: toStringOrEmpty(toolUseId),
              name: toStringOrEmpty(name),
              arguments: input,
            })),
            toolCallId: "",
            isError: false,
            signedParts: parts.flatMap(({ reasoningContent }) => toSignedPart(toRecord(reasoningContent))),
            hasBlankText: parts.some(({ text }) => typeof text === "string" && text.trim() === ""),
            turn,
          },
        ]
      : []),
  ];
}

function toSignedPart({ reasoningText, redactedContent }: Record<string, unknown>): string | string[] {
  if (typeof redactedContent === "string") return redactedContent;
  const { text, signature } = toRecord(reasoningText);
  return typeof text === "string" ? `${text} ${toStringOrEmpty(signature)}` : [];
}

/** Claude accepts a schema. For other models, the schema is the input of a tool. */
function parseFormat(body: Record<string, unknown>): ParsedCall["format"] {
  const { schema } = toRecord(toRecord(toRecord(body.additionalModelRequestFields).output_config).format);
  if (schema !== undefined) return { schema };
  const tool = toRecords(toRecord(body.toolConfig).tools)
    .map(({ toolSpec }) => toRecord(toolSpec))
    .find(({ name }) => name === "json");
  return tool ? { schema: toRecord(tool.inputSchema).json, tool: "json" } : null;
}

function parseToolChoice({ auto, any, tool }: Record<string, unknown>): string | null {
  if (auto !== undefined) return "auto";
  if (any !== undefined) return "required";
  return tool === undefined ? null : toStringOrEmpty(toRecord(tool).name);
}

const exceptionNames: Readonly<Record<number, string>> = {
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

function createAnswerWriter(_model: string, usage: ScriptedUsage): AnswerWriter {
  let contentBlockIndex = -1;
  let openBlockType: string | null = null;
  const formatFrame = (type: string, payload: string) =>
    encodeEventStreamFrame(
      { ":event-type": type, ":content-type": "application/json", ":message-type": "event" },
      payload,
    );
  // `p` is padding, which hides the length of the tokens from observers of the connection.
  const formatEvent = (type: string, payload: object) =>
    formatFrame(type, JSON.stringify({ ...payload, p: "abcdefgh" }));
  const stopBlock = () => (openBlockType === null ? [] : [formatEvent("contentBlockStop", { contentBlockIndex })]);
  const startBlock = (type: string, start?: object) => {
    // Each function call is a block of its own.
    if (openBlockType === type && type !== "tool") return [];
    const blockEnd = stopBlock();
    openBlockType = type;
    contentBlockIndex += 1;
    // Only tool calls have a start event.
    return [...blockEnd, ...(start ? [formatEvent("contentBlockStart", { contentBlockIndex, start })] : [])];
  };
  const formatDelta = (delta: object) => formatEvent("contentBlockDelta", { contentBlockIndex, delta });

  return {
    start: () => formatEvent("messageStart", { role: "assistant" }),
    reasoning: (token) =>
      Buffer.concat([...startBlock("reasoning"), formatDelta({ reasoningContent: { text: token } })]),
    text: (token) => Buffer.concat([...startBlock("text"), formatDelta({ text: token })]),
    reasoningSignature: (signature) => formatDelta({ reasoningContent: { signature } }),
    textSignature: () => "",
    redactedReasoning: (data) =>
      Buffer.concat([...startBlock("redacted"), formatDelta({ reasoningContent: { redactedContent: data } })]),
    toolCall: ({ id, name, argumentsJson }) =>
      Buffer.concat([
        ...startBlock("tool", { toolUse: { toolUseId: id, name } }),
        formatDelta({ toolUse: { input: argumentsJson.slice(0, 9) } }),
        formatDelta({ toolUse: { input: argumentsJson.slice(9) } }),
      ]),
    finish: (reason, hasUsage) =>
      Buffer.concat([
        ...stopBlock(),
        formatEvent("messageStop", { stopReason: stopReasons[reason] ?? reason }),
        formatEvent("metadata", {
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
      encodeEventStreamFrame(
        {
          ":exception-type": "serviceUnavailableException",
          ":content-type": "application/json",
          ":message-type": "exception",
        },
        JSON.stringify({ message: "Too many requests, please wait before trying again." }),
      ),
    noise: () => Buffer.concat([formatFrame("noise", "{this is no JSON"), formatFrame("contentBlockDelta", '"none"')]),
    hugeEvent: () => formatDelta({ text: "x".repeat(4_400_000) }),
  };
}
