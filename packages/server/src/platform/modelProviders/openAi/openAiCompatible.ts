import type { IncomingMessage } from "node:http";
import type { JsonObject } from "@lectern/contract";
import {
  type EmbedCall,
  type EmbeddingResult,
  type ListedModel,
  type ModelCall,
  type ModelEndpoint,
  ModelError,
  type ModelEvent,
  type ModelProvider,
  type OptionalParameter,
  type RankedText,
  type RerankCall,
} from "../modelProvider.ts";
import { embedInBatches, maxEmbeddingsResponseBytes } from "../transport/embedInBatches.ts";
import { isRecord, parseJsonOrUndefined, toNumberOrUndefined } from "../transport/jsonValues.ts";
import { readBody } from "../transport/modelHttp.ts";
import {
  appendPath,
  fetchModelPages,
  getMediaType,
  type ModelTransport,
  maxEventLength,
  postModelRequest,
} from "../transport/modelTransport.ts";
import { toListedModels } from "../transport/toListedModels.ts";
import { toModelError } from "../transport/toModelError.ts";
import { buildChatRequestBody } from "./buildChatRequestBody.ts";
import { createAnswerReaders, endAnswer, parseChatChunk } from "./chatChunk.ts";
import { createChatStreamReader } from "./chatStreamReader.ts";
import { endAtStopTexts } from "./endAtStopTexts.ts";
import type { RefusedParameters } from "./refusedParameters.ts";
import { rerankTexts } from "./rerankTexts.ts";
import { createReturnedFieldsCollector } from "./returnedFields.ts";
import { streamBatches } from "./streamBatches.ts";

/**
 * Maximum number of texts per embeddings request. It is low, because servers on small machines take long for each text.
 */
const maxTextsPerRequest = 32;

/**
 * Creates a provider for OpenAI's chat completions and embeddings APIs, which Azure, Ollama, vLLM, llama.cpp and LM
 * Studio have too.
 */
export function createOpenAiCompatibleProvider(
  endpoint: ModelEndpoint,
  transport: ModelTransport,
  refusedParameters: RefusedParameters,
): ModelProvider {
  const { log, limits } = transport;
  const authorizationHeaders: Record<string, string> =
    endpoint.key === ""
      ? {}
      : endpoint.wire === "azure"
        ? { "api-key": endpoint.key }
        : { authorization: `Bearer ${endpoint.key}` };

  async function* stream(call: ModelCall): AsyncGenerator<readonly ModelEvent[]> {
    // LM Studio and older vLLM refuse a parameter in the first event of a stream.
    const { batches, first, refused } = await refusedParameters.send(endpoint, call, async (refusedSoFar) => {
      const response = await postModelRequest(transport, {
        url: buildUrl(endpoint, call.model, "/chat/completions"),
        headers: { "content-type": "application/json", accept: "text/event-stream", ...authorizationHeaders },
        body: buildChatRequestBody(endpoint, call, refusedSoFar),
        signal: call.signal,
      });
      const batches = readAnswer(response, call);
      return { batches, first: await batches.next(), refused: refusedSoFar };
    });
    const whole = prepend(first, batches);
    yield* refused.has("stop") && call.stop && call.stop.length > 0 ? endAtStopTexts(whole, call.stop) : whole;
  }

  async function* readAnswer(response: IncomingMessage, call: ModelCall): AsyncGenerator<readonly ModelEvent[]> {
    const mediaType = getMediaType(response);
    const { returnedFields, buildWireParts } = collectWireParts(call);
    if (mediaType === "application/json") {
      yield* readWholeAnswer(response, call.signal, { returnedFields, buildWireParts });
    } else if (mediaType === "text/event-stream" || mediaType === "") {
      const reader = createChatStreamReader(maxEventLength, returnedFields);
      try {
        yield* streamBatches(response, reader, { idleMs: limits.idleMs, signal: call.signal, buildWireParts });
      } finally {
        if (reader.skippedEvents > 0)
          log.warn({ skippedEvents: reader.skippedEvents }, "a model server sent events that cannot be read");
      }
    } else {
      response.destroy();
      throw new ModelError("protocol", "the server's answer is not an event stream", { status: 200 });
    }
  }

  /** Collects what the server may need back. Only a call with functions has a continuation. */
  function collectWireParts({ model, messages, tools = [] }: ModelCall) {
    const returnedFields = tools.length > 0 ? createReturnedFieldsCollector({ messages }, maxEventLength) : undefined;
    return {
      returnedFields,
      buildWireParts(): ModelEvent[] {
        const parts = returnedFields?.build();
        return parts ? [{ type: "wireParts", wireParts: { wire: endpoint.wire, model, parts } }] : [];
      },
    };
  }

  async function* readWholeAnswer(
    response: IncomingMessage,
    signal: AbortSignal,
    { returnedFields, buildWireParts }: ReturnType<typeof collectWireParts>,
  ): AsyncGenerator<readonly ModelEvent[]> {
    const bodyLimits = { maxBytes: maxEventLength, overflow: "reject", timeoutMs: limits.idleMs, signal } as const;
    const body = parseJsonOrUndefined(await readBody(response, bodyLimits));
    const answerReaders = createAnswerReaders(returnedFields);
    const answer = parseChatChunk(body, answerReaders);
    if (answer?.error != null) throw toModelError({ status: undefined, body });
    if (!answer) throw new ModelError("protocol", "the server's JSON is not a chat completion", { status: 200 });
    yield [...answer.events, ...endAnswer(answerReaders)];
    if (answer.cut) throw answer.cut;
    yield [
      ...buildWireParts(),
      ...(answer.usage ? [answer.usage] : []),
      { type: "finish", reason: answer.finishReason ?? "other" },
    ];
  }

  async function listModels(signal: AbortSignal): Promise<ListedModel[]> {
    if (endpoint.wire === "azure") return [];
    const url = appendPath(endpoint.url, "/models");
    const pages = await fetchModelPages(transport, { url, headers: authorizationHeaders, signal });
    return toListedModels(pages, "data", (entry) => ({
      id: entry.id,
      name: undefined,
      // vLLM reports `max_model_len`, gateways such as OpenRouter `context_length`.
      contextWindow: entry.max_model_len ?? entry.context_length,
      outputTokenLimit: undefined,
    }));
  }

  async function embed(call: EmbedCall): Promise<EmbeddingResult> {
    const { signal } = call;
    return await embedInBatches(call, maxTextsPerRequest, async (texts) => {
      const response = await postModelRequest(transport, {
        url: buildUrl(endpoint, call.model, "/embeddings"),
        headers: { "content-type": "application/json", accept: "application/json", ...authorizationHeaders },
        body: JSON.stringify({ model: call.model, input: texts, encoding_format: "float" }),
        signal,
      });
      const bodyLimits = {
        maxBytes: maxEmbeddingsResponseBytes,
        overflow: "reject",
        timeoutMs: limits.firstByteMs,
        signal,
      } as const;
      return readEmbeddings(parseJsonOrUndefined(await readBody(response, bodyLimits)));
    });
  }

  const rerank = (call: RerankCall): Promise<RankedText[]> =>
    rerankTexts(transport, appendPath(endpoint.url, "/rerank"), authorizationHeaders, call);

  async function test({
    model,
    body,
    signal,
  }: {
    model: string;
    body: JsonObject;
    signal: AbortSignal;
  }): Promise<void> {
    const isEmbedding = "input" in body;
    const response = await refusedParameters.send(endpoint, { model }, (refused) =>
      postModelRequest(transport, {
        url: buildUrl(endpoint, model, isEmbedding ? "/embeddings" : "/chat/completions"),
        headers: { "content-type": "application/json", accept: "application/json", ...authorizationHeaders },
        body: JSON.stringify(withoutRefused(body, refused)),
        signal,
      }),
    );
    const bodyLimits = {
      maxBytes: maxTestResponseBytes,
      overflow: "reject",
      timeoutMs: limits.connectMs,
      signal,
    } as const;
    const reply = parseJsonOrUndefined(await readBody(response, bodyLimits));
    const isAnswer = isRecord(reply) && Array.isArray(isEmbedding ? reply.data : reply.choices);
    if (!isAnswer) throw new ModelError("protocol", "the server's answer is not of the expected form", { status: 200 });
  }

  return { stream, listModels, embed, rerank, test };
}

/** Yields what was read of a generator, and the rest. */
async function* prepend<T>(first: IteratorResult<T, unknown>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    if (first.done) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** The vector of a large model has a few thousand numbers. */
const maxTestResponseBytes = 512 * 1024;

/** Newer models know the limit of the answer by another name, and refuse a temperature. */
function withoutRefused({ max_tokens, temperature, ...body }: JsonObject, refused: ReadonlySet<OptionalParameter>) {
  const limitName = refused.has("max_tokens") ? "max_completion_tokens" : "max_tokens";
  return {
    ...body,
    ...(max_tokens !== undefined && !refused.has(limitName) && { [limitName]: max_tokens }),
    ...(temperature !== undefined && !refused.has("temperature") && { temperature }),
  };
}

/** Reads the vectors, sorted by `index`, because servers may send them in any order. Throws `ModelError`. */
function readEmbeddings(body: unknown): EmbeddingResult {
  const data: unknown = isRecord(body) ? body.data : null;
  if (!isRecord(body) || !Array.isArray(data))
    throw new ModelError("protocol", "the server's answer is not a list of vectors", { status: 200 });
  const sortedEntries = data
    .map((entry: unknown, index) =>
      isRecord(entry) ? { index: toNumberOrUndefined(entry.index) ?? index, vector: entry.embedding } : null,
    )
    .sort((a, b) => (a?.index ?? 0) - (b?.index ?? 0));
  const promptTokens = isRecord(body.usage) ? body.usage.prompt_tokens : null;
  return {
    // `embedInBatches` validates the vectors.
    vectors: sortedEntries.map((entry) => (Array.isArray(entry?.vector) ? entry.vector : [])),
    inputTokens:
      typeof promptTokens === "number" && Number.isSafeInteger(promptTokens) && promptTokens >= 0 ? promptTokens : null,
  };
}

function buildUrl(endpoint: ModelEndpoint, model: string, path: string): URL {
  if (endpoint.wire !== "azure") return appendPath(endpoint.url, path);
  const url = appendPath(
    endpoint.url,
    `/openai/deployments/${encodeURIComponent(endpoint.deployment ?? model)}${path}`,
  );
  if (endpoint.apiVersion !== undefined) url.searchParams.set("api-version", endpoint.apiVersion);
  return url;
}
