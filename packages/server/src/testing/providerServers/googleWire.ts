import type { AnswerWriter, ProviderWire, ScriptedUsage, SeenMessage } from "./providerWire.ts";
import { number, record, records, string, textOf } from "./readJson.ts";

/** Google's Gemini API: https://ai.google.dev/api/generate-content, …/api/models, …/gemini-api/docs/thinking. */
export const googleWire: ProviderWire = {
  streamType: "text/event-stream",
  basePath: "/v1beta",
  modelOf(path) {
    const named = /^\/v1beta\/models\/([^/]+):streamGenerateContent\?alt=sse$/.exec(path)?.[1];
    return named === undefined ? null : decodeURIComponent(named);
  },
  embeddingsOf(path, body) {
    const [, model, ask] = /^\/v1beta\/models\/([^/]+):(embedContent|batchEmbedContents)$/.exec(path) ?? [];
    if (model === undefined) return null;
    const requests = ask === "embedContent" ? [body] : records(body.requests);
    return {
      model: decodeURIComponent(model),
      texts: requests.map(({ content }) => textOf(record(content).parts)),
    };
  },
  embedded: (vectors, _, path) =>
    path.endsWith(":embedContent")
      ? { embedding: { values: vectors[0] } }
      : { embeddings: vectors.map((values) => ({ values })) },
  see(model, body) {
    const generation = record(body.generationConfig);
    return {
      model,
      system: textOf(record(body.systemInstruction).parts),
      messages: records(body.contents).flatMap(messagesOf),
      tools: records(body.tools)
        .flatMap(({ functionDeclarations }) => records(functionDeclarations))
        .map((tool) => ({
          name: string(tool.name),
          description: typeof tool.description === "string" ? tool.description : undefined,
          parameters: tool.parameters ?? tool.parametersJsonSchema,
        })),
      toolChoice: choiceOf(record(record(body.toolConfig).functionCallingConfig)),
      format:
        generation.responseMimeType === "application/json" ? { schema: generation.responseJsonSchema ?? null } : null,
      temperature: number(generation.temperature),
      maxTokens: number(generation.maxOutputTokens),
    };
  },
  carriesKey: (headers, key) => headers["x-goog-api-key"] === key,
  listOf(url, models) {
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
  refusal(status, code) {
    if (code === "context_length_exceeded") {
      const message = "The input token count (1048600) exceeds the maximum number of tokens allowed (1048576).";
      return errorOf(400, "INVALID_ARGUMENT", message);
    }
    return errorOf(status, code ?? statuses[status] ?? "INTERNAL", "The scripted server refuses.");
  },
  beginAnswer: writeAnswer,
};

function messagesOf({ role, parts: given }: Record<string, unknown>): SeenMessage[] {
  const parts = records(given);
  const results = parts.filter(({ functionResponse }) => functionResponse !== undefined);
  const images = parts.filter(({ inlineData }) => inlineData !== undefined).map(({ inlineData }) => record(inlineData));
  const calls = parts.filter(({ functionCall }) => functionCall !== undefined).map((part) => record(part.functionCall));
  return [
    ...results.map(({ functionResponse }) => ({
      role: "tool" as const,
      text: string(record(record(functionResponse).response).content),
      images: [],
      toolCalls: [],
    })),
    ...(results.length < parts.length
      ? [
          {
            role: role === "model" ? ("assistant" as const) : ("user" as const),
            text: textOf(parts),
            images: images.map(({ mimeType, data }) => ({ mediaType: string(mimeType), data: string(data) })),
            toolCalls: calls.map(({ name, args }) => ({ name: string(name), arguments: args })),
          },
        ]
      : []),
  ];
}

function choiceOf({ mode, allowedFunctionNames }: Record<string, unknown>): string | null {
  if (mode === "AUTO") return "auto";
  if (mode === "NONE") return "none";
  return Array.isArray(allowedFunctionNames) ? string(allowedFunctionNames[0]) : null;
}

const statuses: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
};

function errorOf(code: number, status: string, message: string) {
  return { error: { code, message, status } };
}

const finishReasons: Readonly<Record<string, string>> = {
  stop: "STOP",
  length: "MAX_TOKENS",
  tool_calls: "STOP",
  content_filter: "SAFETY",
};

function writeAnswer(model: string, usage: ScriptedUsage): AnswerWriter {
  let thoughts = 0;
  const event = (value: object) =>
    `data: ${JSON.stringify({ ...value, modelVersion: model, responseId: "scripted" })}\r\n\r\n`;
  const part = (content: object) => event({ candidates: [{ content: { parts: [content], role: "model" }, index: 0 }] });
  return {
    begin: () => "",
    thought(token) {
      thoughts += 1;
      return part({ text: token, thought: true });
    },
    text: (token) => part({ text: token }),
    toolCall: (name, given) => part({ functionCall: { name, args: JSON.parse(given) } }),
    finish: (reason, hasUsage) =>
      event({
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
            // Thoughts are counted beside the answer.
            candidatesTokenCount: usage.output - thoughts,
            totalTokenCount: usage.input + usage.output,
            ...(usage.cached > 0 && { cachedContentTokenCount: usage.cached }),
            ...(thoughts > 0 && { thoughtsTokenCount: thoughts }),
          },
        }),
      }),
    error: () => event(errorOf(503, "UNAVAILABLE", "The model is overloaded.")),
    rubbish: () => 'data: {this is no JSON\r\n\r\ndata: {"candidates":"none"}\r\n\r\n',
    huge: () => part({ text: "x".repeat(1_200_000) }),
  };
}
