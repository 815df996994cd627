import type { AnswerWriter, ParsedMessage, ProviderWire, ScriptedUsage } from "./providerWire.ts";
import { parseJsonOrUndefined, textOf, toNumber, toRecord, toRecords, toStringOrEmpty } from "./readJson.ts";

/** Google's Gemini API: https://ai.google.dev/api/generate-content, …/api/models, …/gemini-api/docs/thinking. */
export const googleWire: ProviderWire = {
  streamType: "text/event-stream",
  toolMessageRules: { groupsResults: true, needsTools: false, rejectsBlankText: false, signs: "parts" },
  basePath: "/v1beta",
  getRequestedModel(path) {
    const encodedModel = /^\/v1beta\/models\/([^/]+):streamGenerateContent\?alt=sse$/.exec(path)?.[1];
    return encodedModel === undefined ? null : decodeURIComponent(encodedModel);
  },
  parseEmbeddingsRequest(path, body) {
    const [, model, method] = /^\/v1beta\/models\/([^/]+):(embedContent|batchEmbedContents)$/.exec(path) ?? [];
    if (model === undefined) return null;
    const requests = method === "embedContent" ? [body] : toRecords(body.requests);
    return {
      model: decodeURIComponent(model),
      texts: requests.map(({ content }) => textOf(toRecord(content).parts)),
    };
  },
  buildEmbeddingsResponse: (vectors, _, path) =>
    path.endsWith(":embedContent")
      ? { embedding: { values: vectors[0] } }
      : { embeddings: vectors.map((values) => ({ values })) },
  parseCall(model, body) {
    const generation = toRecord(body.generationConfig);
    return {
      model,
      system: textOf(toRecord(body.systemInstruction).parts),
      messages: toRecords(body.contents).flatMap(toParsedMessages),
      tools: toRecords(body.tools)
        .flatMap(({ functionDeclarations }) => toRecords(functionDeclarations))
        .map((tool) => ({
          name: toStringOrEmpty(tool.name),
          description: typeof tool.description === "string" ? tool.description : undefined,
          parameters: tool.parameters ?? tool.parametersJsonSchema,
        })),
      toolChoice: parseToolChoice(toRecord(toRecord(body.toolConfig).functionCallingConfig)),
      format:
        generation.responseMimeType === "application/json" ? { schema: generation.responseJsonSchema ?? null } : null,
      temperature: toNumber(generation.temperature),
      maxTokens: toNumber(generation.maxOutputTokens),
      topP: toNumber(generation.topP),
      stop: generation.stopSequences,
      allowsParallelCalls: true,
      cacheMarks: [],
    };
  },
  hasKey: (headers, key) => headers["x-goog-api-key"] === key,
  buildModelList(url, models) {
    if (url.pathname !== "/v1beta/models") return null;
    const isFirst = url.searchParams.get("pageToken") === null;
    return {
      models: (isFirst ? models.slice(0, 2) : models.slice(2)).map((id) => ({
        name: `models/${id}`,
        version: "001",
        displayName: `Scripted ${id}`,
        inputTokenLimit: 32_768,
        outputTokenLimit: 4_000,
        supportedGenerationMethods: /embed/.test(id) ? ["embedContent"] : ["generateContent", "countTokens"],
      })),
      ...(isFirst && models.length > 2 && { nextPageToken: "second" }),
    };
  },
  buildErrorBody(status, code) {
    if (code === "context_length_exceeded") {
      const message = "The input token count (1048600) exceeds the maximum number of tokens allowed (1048576).";
      return buildError(400, "INVALID_ARGUMENT", message);
    }
    return buildError(status, code ?? statuses[status] ?? "INTERNAL", "The scripted server refuses.");
  },
  createAnswerWriter,
};

function toParsedMessages(message: Record<string, unknown>, turn: number): ParsedMessage[] {
  const parts = toRecords(message.parts);
  const results = parts.filter(({ functionResponse }) => functionResponse !== undefined);
  const images = parts
    .filter(({ inlineData }) => inlineData !== undefined)
    .map(({ inlineData }) => toRecord(inlineData));
  const calls = parts
    .filter(({ functionCall }) => functionCall !== undefined)
    .map(({ functionCall }) => toRecord(functionCall));
  return [
    ...results
      .map(({ functionResponse }) => toRecord(functionResponse))
      .map(({ id, response }) => ({
        role: "tool" as const,
        text: toStringOrEmpty(toRecord(response).content ?? toRecord(response).error),
        images: [],
        toolCalls: [],
        toolCallId: toStringOrEmpty(id),
        isError: toRecord(response).error !== undefined,
        signedParts: [],
        hasBlankText: false,
        turn,
      })),
    ...(results.length < parts.length
      ? [
          {
            role: message.role === "model" ? ("assistant" as const) : ("user" as const),
            text: textOf(parts),
            images: images.map(({ mimeType, data }) => ({
              mediaType: toStringOrEmpty(mimeType),
              data: toStringOrEmpty(data),
            })),
            toolCalls: calls.map(({ id, name, args }) => ({
              id: toStringOrEmpty(id),
              name: toStringOrEmpty(name),
              arguments: args,
            })),
            toolCallId: "",
            isError: false,
            signedParts: parts.flatMap(({ thoughtSignature }) =>
              typeof thoughtSignature === "string" ? thoughtSignature : [],
            ),
            hasBlankText: false,
            turn,
          },
        ]
      : []),
  ];
}

function parseToolChoice({ mode, allowedFunctionNames }: Record<string, unknown>): string | null {
  if (mode === "AUTO") return "auto";
  if (mode === "NONE") return "none";
  if (mode === "ANY" && allowedFunctionNames === undefined) return "required";
  return Array.isArray(allowedFunctionNames) ? toStringOrEmpty(allowedFunctionNames[0]) : null;
}

const statuses: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

function buildError(code: number, status: string, message: string) {
  return { error: { code, message, status } };
}

const finishReasons: Readonly<Record<string, string>> = {
  stop: "STOP",
  length: "MAX_TOKENS",
  tool_calls: "STOP",
  content_filter: "SAFETY",
};

function createAnswerWriter(model: string, usage: ScriptedUsage): AnswerWriter {
  let reasoningTokens = 0;
  const formatEvent = (value: object) =>
    `data: ${JSON.stringify({ ...value, modelVersion: model, responseId: "scripted" })}\r\n\r\n`;
  const formatPart = (content: object) =>
    formatEvent({ candidates: [{ content: { parts: [content], role: "model" }, index: 0 }] });
  return {
    start: () => "",
    reasoning(token) {
      reasoningTokens += 1;
      return formatPart({ text: token, thought: true });
    },
    text: (token) => formatPart({ text: token }),
    reasoningSignature: () => "",
    textSignature: (thoughtSignature) => formatPart({ text: "", thoughtSignature }),
    redactedReasoning: () => "",
    // Google's arguments are an object, so they are never malformed. Google sends no id.
    toolCall: ({ name, argumentsJson, signature }) =>
      formatPart({
        functionCall: { name, args: toRecord(parseJsonOrUndefined(argumentsJson)) },
        ...(signature !== null && { thoughtSignature: signature }),
      }),
    finish: (reason, hasUsage) =>
      formatEvent({
        candidates: [
          {
            content: { parts: [{ text: "" }], role: "model" },
            finishReason: finishReasons[reason] ?? reason,
            index: 0,
          },
        ],
        ...(hasUsage && {
          usageMetadata: {
            promptTokenCount: usage.input,
            // Google reports reasoning tokens separately from those of the answer.
            candidatesTokenCount: usage.output - reasoningTokens,
            totalTokenCount: usage.input + usage.output,
            ...(usage.cached > 0 && { cachedContentTokenCount: usage.cached }),
            ...(reasoningTokens > 0 && { thoughtsTokenCount: reasoningTokens }),
          },
        }),
      }),
    error: () => formatEvent(buildError(503, "UNAVAILABLE", "The model is overloaded.")),
    noise: () => 'data: {this is no JSON\r\n\r\ndata: {"candidates":"none"}\r\n\r\n',
    hugeEvent: () => formatPart({ text: "x".repeat(4_400_000) }),
  };
}
