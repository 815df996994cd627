import http from "node:http";
import type { AddressInfo } from "node:net";
import { checkToolMessages, getToolExchange } from "../providerServers/checkToolMessages.ts";
import { openAiToolMessageRules, parseOpenAiCall } from "../providerServers/parseOpenAiCall.ts";
import { answerChat } from "./answerChat.ts";
import { answerEmbeddings } from "./answerEmbeddings.ts";
import { type Behaviour, determineBehaviour, plainBehaviour, selectPrompt } from "./behaviour.ts";
import { formatErrorBody } from "./chatWire.ts";
import { getLedger, type LedgerEntry } from "./ledger.ts";
import { createPauseGate } from "./pauseGate.ts";
import type { ModelRequestBody, RecordedRequest } from "./recordedRequest.ts";
import { answerTopics } from "./topicScript.ts";

export interface ModelServerOptions {
  /** If 0 or absent, the server uses any free port. */
  port?: number;
  /** If set, requests without this key (`authorization: Bearer` or `api-key`) are rejected with 401. */
  key?: string;
  /** Model ids. Those that contain `embed` are embeddings models. */
  models?: readonly string[];
  /** If false, the server does not store requests, which saves memory in long measurements. */
  isRecording?: boolean;
}

export interface HeldEmbedding {
  /** Resolves when the request has arrived. */
  reached: Promise<void>;
  /** Resolves when the client has closed the request. */
  closed: Promise<void>;
}

export interface ModelServer {
  /** Base URL, such as `http://127.0.0.1:4010/v1`. */
  url: string;
  /** The URL without `/v1`, which is the endpoint of an Azure resource. */
  origin: string;
  /** All received requests, oldest first. */
  requests: RecordedRequest[];
  /** Returns the chat requests (to `model`, if given). */
  chats(model?: string): RecordedRequest[];
  /** Returns the embeddings requests. */
  embeddings(): RecordedRequest[];
  /** Returns the usage of the requests that a provider would bill. */
  ledger(): LedgerEntry[];
  /** Resolves with the next chat request that arrives after this call. */
  nextChat(): Promise<RecordedRequest>;
  /**
   * Sets the behaviour for the next chat request (to `model`, if given), overriding all directives but the answer.
   * Calls queue up.
   */
  script(behaviour: Partial<Behaviour>, model?: string): void;
  /** Makes chats stall after this many tokens until `resume()`, except for models with `small` in the id. */
  pauseAfter(afterTokens?: number): void;
  /** Resumes all stalled chats, including those with `[[hang]]`, and cancels `pauseAfter`. */
  resume(): void;
  /** Leaves the next request for embeddings without an answer. */
  holdNextEmbedding(): HeldEmbedding;
  /** Resolves once this many chats are stalled. */
  whenPaused(count?: number): Promise<void>;
  /** Clears requests and scripts, and resumes stalled chats. */
  reset(): void;
  close(): Promise<void>;
}

export const scriptedModels = ["scripted-large", "scripted-small", "text-embedding-scripted"] as const;

const maxBodyBytes = 64 * 1024 * 1024;

/**
 * Starts a scripted OpenAI-compatible server on 127.0.0.1. It supports Azure's paths too. Token counts are word counts.
 */
export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const models = options.models ?? scriptedModels;
  const gate = createPauseGate();
  const scripts: { behaviour: Partial<Behaviour>; model: string | undefined }[] = [];
  const requests: RecordedRequest[] = [];
  let heldEmbedding: { reached: PromiseWithResolvers<void>; closed: PromiseWithResolvers<void> } | null = null;
  let chatWaiters: ((request: RecordedRequest) => void)[] = [];

  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error("the scripted model server failed:", error);
      response.destroy();
    });
  });

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await readJson(request);
    const recordedRequest = recordRequest(request, response, body);
    if (options.isRecording !== false) requests.push(recordedRequest);
    const path = new URL(recordedRequest.path, "http://scripted").pathname;
    if (options.key !== undefined && !hasKey(request, options.key)) {
      sendError(response, 401, "Incorrect API key provided.", "invalid_api_key");
      return;
    }
    if (request.method === "GET" && path === "/v1/models") {
      sendModels(response, models);
      return;
    }
    const match = /^(?:\/v1|\/openai\/deployments\/([^/]+))\/(chat\/completions|embeddings)$/.exec(path);
    const deployment = match?.[1];
    if (request.method !== "POST" || !match) {
      sendError(response, 404, "There is nothing at this address.", "not_found");
      return;
    }
    const model = deployment === undefined ? (body?.model ?? "") : decodeURIComponent(deployment);
    const isChat = match[2] !== "embeddings";
    if (isChat) {
      for (const resolve of chatWaiters) resolve(recordedRequest);
      chatWaiters = [];
    }
    if (deployment === undefined ? !models.includes(model) : deployment === "none") {
      sendError(response, 404, `The model '${model}' does not exist.`, "model_not_found");
      return;
    }
    if (!isChat && heldEmbedding) {
      const { reached, closed } = heldEmbedding;
      heldEmbedding = null;
      response.once("close", () => closed.resolve());
      reached.resolve();
      return;
    }
    if (!isChat) {
      answerEmbeddings(model, recordedRequest, response);
      return;
    }
    const call = parseOpenAiCall({ ...body });
    const problem = checkToolMessages(call, openAiToolMessageRules);
    if (problem !== null) {
      sendError(response, 400, `Invalid messages: ${problem}.`, "invalid_request_error");
      return;
    }
    const refusal = findRefusal(body, recordedRequest.prompt);
    if (refusal !== null && /\[\[\s*inevent\s*\]\]/i.test(recordedRequest.prompt)) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`event: error\ndata: ${formatErrorBody(refusal, "invalid_request_error", null)}\n\n`);
      return;
    }
    if (refusal !== null) {
      sendError(response, 400, refusal, "invalid_request_error");
      return;
    }
    const scriptIndex = scripts.findIndex((script) => script.model === undefined || script.model === model);
    const script = scriptIndex < 0 ? undefined : scripts.splice(scriptIndex, 1)[0]?.behaviour;
    const directedBehaviour = determineBehaviour({
      model,
      prompt: recordedRequest.prompt,
      headers: request.headers,
      exchange: getToolExchange(call),
    });
    const topics = script ? null : answerTopics(body);
    if (topics !== null) directedBehaviour.answer = topics;
    const behaviour = script ? { ...plainBehaviour, answer: directedBehaviour.answer, ...script } : directedBehaviour;
    if (!script && gate.pauseAfterTokens !== null && !/small/i.test(model))
      behaviour.hangAfter ??= gate.pauseAfterTokens;
    await answerChat({ model, behaviour, request: recordedRequest, response, gate });
  }

  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address object
  const origin = `http://127.0.0.1:${port}`;

  return {
    url: `${origin}/v1`,
    origin,
    requests,
    holdNextEmbedding() {
      heldEmbedding = { reached: Promise.withResolvers(), closed: Promise.withResolvers() };
      return { reached: heldEmbedding.reached.promise, closed: heldEmbedding.closed.promise };
    },
    ledger: () => getLedger(requests),
    chats: (model) =>
      requests.filter(
        ({ path, body }) => path.includes("/chat/completions") && (model === undefined || body?.model === model),
      ),
    embeddings: () => requests.filter((request) => request.path.includes("/embeddings")),
    nextChat: () => new Promise((resolve) => chatWaiters.push(resolve)),
    script: (behaviour, model) => scripts.push({ behaviour, model }),
    pauseAfter: (afterTokens = 0) => gate.pauseAfter(afterTokens),
    resume: () => gate.resume(),
    whenPaused: (count = 1) => gate.whenStalled(count),
    reset() {
      gate.resume();
      scripts.length = 0;
      requests.length = 0;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function recordRequest(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  body: ModelRequestBody | null,
): RecordedRequest {
  const aborted = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const recordedRequest: RecordedRequest = {
    method: request.method ?? "",
    path: request.url ?? "",
    headers: request.headers,
    body,
    prompt: getLastPrompt(body),
    tokensSent: 0,
    usage: null,
    isReported: false,
    isAborted: false,
    abortedAt: null,
    aborted: aborted.promise,
    closed: closed.promise,
  };
  response.once("close", () => {
    // `writableEnded` is false if the client disconnected or the script cut the connection; only the former is an
    // abort.
    if (!response.writableEnded && !response.errored) {
      recordedRequest.isAborted = true;
      recordedRequest.abortedAt = performance.now();
      aborted.resolve();
    }
    closed.resolve();
  });
  return recordedRequest;
}

function getLastPrompt(body: ModelRequestBody | null): string {
  const messages = Array.isArray(body?.messages) ? body.messages : [];
  const prompts = messages.filter(({ role }) => role === "user").map(({ content }) => toText(content));
  const isContinuing = messages.at(-1)?.role === "user" && messages.at(-2)?.role === "assistant";
  return selectPrompt(prompts.at(-1) ?? "", isContinuing ? prompts.at(-2) : undefined);
}

function toText(content: unknown): string {
  return typeof content === "string" ? content : content === undefined ? "" : JSON.stringify(content);
}

async function readJson(request: http.IncomingMessage): Promise<ModelRequestBody | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > maxBodyBytes) return null;
    parts.push(part);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString("utf8"));
    return typeof body === "object" ? body : null;
  } catch {
    return null; // GET requests have no body
  }
}

function hasKey(request: http.IncomingMessage, key: string): boolean {
  return request.headers.authorization === `Bearer ${key}` || request.headers["api-key"] === key;
}

/**
 * Refuses what strict servers refuse: `[[refuses: max_tokens]]` a parameter or a field of messages, `[[refuses: system]]`
 * system messages, `[[alternate]]` roles that do not alternate, as the chat templates of Mistral and Gemma do. With
 * `[[inevent]]`, in an event with status 200, as LM Studio does.
 */
function findRefusal(body: ModelRequestBody | null, prompt: string): string | null {
  const name = /\[\[\s*refuses:\s*(\w+)\s*\]\]/i.exec(prompt)?.[1];
  const messages = body?.messages ?? [];
  if (name === "system") return messages.some(({ role }) => role === "system") ? "System role not supported" : null;
  if (name !== undefined && messages.some((message) => name in message))
    return `'messages.1' : property '${name}' is unsupported`;
  if (name !== undefined && body && name in body) return `Unsupported parameter: '${name}' is not supported.`;
  const roles = messages.map(({ role }) => role).filter((role) => role !== "system");
  const alternates = roles.every((role, index) => role === (index % 2 === 0 ? "user" : "assistant"));
  return /\[\[\s*alternate\s*\]\]/i.test(prompt) && !alternates
    ? "Conversation roles must alternate user/assistant/user/assistant/..."
    : null;
}

function sendModels(response: http.ServerResponse, models: readonly string[]): void {
  const data = models.map((id) => ({
    id,
    object: "model",
    created: 1_767_225_600,
    owned_by: "lectern",
    ...(!/embed/i.test(id) && { max_model_len: 32_768 }),
  }));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ object: "list", data }));
}

function sendError(response: http.ServerResponse, status: number, message: string, code: string): void {
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(formatErrorBody(message, "invalid_request_error", code));
}
