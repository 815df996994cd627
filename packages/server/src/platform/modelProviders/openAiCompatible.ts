import type { IncomingMessage } from "node:http";
import type { Log } from "../log.ts";
import { isRecord, readChatChunk } from "./chatChunk.ts";
import { chatRequestBody } from "./chatRequestBody.ts";
import { createChatStreamReader } from "./chatStreamReader.ts";
import { modelErrorOf } from "./modelErrorOf.ts";
import { type ModelAgents, readBody, sendModelRequest } from "./modelHttp.ts";
import {
  type ListedModel,
  type ModelCall,
  type ModelEndpoint,
  ModelError,
  type ModelEvent,
  type ModelProvider,
} from "./modelProvider.ts";
import { streamBatches } from "./streamBatches.ts";

export interface ModelTimeLimits {
  connectMs: number;
  /** From the connection to the reply's headers. */
  firstByteMs: number;
  /** Longest silence within an answer. */
  idleMs: number;
  /** The whole of a list of models. */
  listMs: number;
}

export const modelTimeLimits: ModelTimeLimits = {
  connectMs: 10_000,
  firstByteMs: 120_000,
  idleMs: 120_000,
  listMs: 10_000,
};

const maxEventLength = 1024 * 1024;
const maxErrorBytes = 64 * 1024;
const maxListBytes = 1024 * 1024;

/** The chat completions wire of OpenAI, which Azure, Ollama, vLLM, llama.cpp and LM Studio speak too. */
export function createOpenAiCompatible(
  endpoint: ModelEndpoint,
  { agents, log, limits }: { agents: ModelAgents; log: Log; limits: ModelTimeLimits },
): ModelProvider {
  const authorization: Record<string, string> =
    endpoint.key === ""
      ? {}
      : endpoint.wire === "azure"
        ? { "api-key": endpoint.key }
        : { authorization: `Bearer ${endpoint.key}` };

  async function* stream(call: ModelCall): AsyncGenerator<readonly ModelEvent[]> {
    const response = await sendModelRequest(agents, {
      method: "POST",
      url: chatUrl(endpoint, call.model),
      headers: { "content-type": "application/json", accept: "text/event-stream", ...authorization },
      body: chatRequestBody(endpoint, call),
      connectTimeoutMs: limits.connectMs,
      replyTimeoutMs: limits.firstByteMs,
      signal: call.signal,
    });
    if (response.statusCode !== 200) throw await refusal(response, call.signal);
    const type = mediaType(response);
    if (type === "application/json") {
      yield await readWholeAnswer(response, call.signal);
    } else if (type === "text/event-stream" || type === "") {
      const reader = createChatStreamReader(maxEventLength);
      try {
        yield* streamBatches(response, reader, { idleMs: limits.idleMs, signal: call.signal });
      } finally {
        if (reader.skipped > 0)
          log.warn({ skippedEvents: reader.skipped }, "a model server sent events that cannot be read");
      }
    } else {
      response.destroy();
      throw new ModelError("protocol", "the server answered with something that is no event stream", { status: 200 });
    }
  }

  async function readWholeAnswer(response: IncomingMessage, signal: AbortSignal): Promise<ModelEvent[]> {
    const bounds = { maxBytes: maxEventLength, beyond: "refuse", timeoutMs: limits.idleMs, signal } as const;
    const body = parseJson(await readBody(response, bounds));
    const answer = readChatChunk(body);
    if (answer?.error != null) throw modelErrorOf({ status: undefined, body });
    if (!answer)
      throw new ModelError("protocol", "the server answered JSON that is no chat completion", { status: 200 });
    return [
      ...answer.events,
      ...(answer.usage ? [answer.usage] : []),
      { type: "finish", reason: answer.finish ?? "other" },
    ];
  }

  async function listModels(caller: AbortSignal): Promise<ListedModel[]> {
    if (endpoint.wire === "azure") return [];
    const deadline = AbortSignal.timeout(limits.listMs);
    const signal = AbortSignal.any([caller, deadline]);
    try {
      const response = await sendModelRequest(agents, {
        method: "GET",
        url: under(endpoint.url, "/models"),
        headers: { accept: "application/json", ...authorization },
        connectTimeoutMs: Math.min(limits.connectMs, limits.listMs),
        replyTimeoutMs: limits.listMs,
        signal,
      });
      if (response.statusCode !== 200) throw await refusal(response, signal);
      const body = await readBody(response, {
        maxBytes: maxListBytes,
        beyond: "refuse",
        timeoutMs: limits.listMs,
        signal,
      });
      return readModelList(parseJson(body));
    } catch (error) {
      if (deadline.aborted && !caller.aborted) throw new ModelError("timeout", "the list of models took too long");
      throw error;
    }
  }

  async function refusal(response: IncomingMessage, signal: AbortSignal): Promise<ModelError> {
    const bounds = { maxBytes: maxErrorBytes, beyond: "cut", timeoutMs: limits.connectMs, signal } as const;
    // What the body would have told is lost with it; the status still says what happened.
    const body = await readBody(response, bounds).catch((error: unknown) => {
      signal.throwIfAborted();
      log.debug({ err: error }, "the body of a model server's refusal could not be read");
      return "";
    });
    response.destroy();
    const retryAfter = response.headers["retry-after"];
    return modelErrorOf({ status: response.statusCode, body: parseJson(body), retryAfter });
  }

  return { stream, listModels };
}

/** An address below the base's path; a query of the base is kept. */
function under(base: string, path: string): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, "") + path;
  return url;
}

function chatUrl(endpoint: ModelEndpoint, model: string): URL {
  if (endpoint.wire !== "azure") return under(endpoint.url, "/chat/completions");
  const url = under(endpoint.url, `/openai/deployments/${encodeURIComponent(model)}/chat/completions`);
  if (endpoint.apiVersion !== undefined) url.searchParams.set("api-version", endpoint.apiVersion);
  return url;
}

function mediaType(response: IncomingMessage): string {
  return (response.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

function readModelList(body: unknown): ListedModel[] {
  const entries = isRecord(body) ? body.data : body;
  if (!Array.isArray(entries))
    throw new ModelError("protocol", "the server's list of models has no data", { status: 200 });
  const models = new Map<string, ListedModel>();
  for (const entry of entries) {
    if (!isRecord(entry) || typeof entry.id !== "string" || !/^\P{Cc}{1,300}$/u.test(entry.id)) continue;
    // vLLM tells `max_model_len`, gateways such as OpenRouter `context_length`.
    const contextWindow = entry.max_model_len ?? entry.context_length;
    const isKnown = typeof contextWindow === "number" && Number.isSafeInteger(contextWindow) && contextWindow > 0;
    models.set(entry.id, { id: entry.id, contextWindow: isKnown ? contextWindow : null });
  }
  return [...models.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no shape fits it, and the caller says so
  }
}
