import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type Behaviour, determineBehaviour, tokensOf } from "../modelServer/behaviour.ts";
import { createPauseGate, type PauseGate } from "../modelServer/pauseGate.ts";
import { createScriptedVector } from "../modelServer/scriptedVectors.ts";
import { signPart, toCallId } from "../modelServer/toolScript.ts";
import { checkToolMessages, getToolExchange } from "./checkToolMessages.ts";
import type { ParsedCall, ProviderWire } from "./providerWire.ts";
import { toRecord } from "./readJson.ts";

export interface ProviderRequest {
  path: string;
  headers: http.IncomingHttpHeaders;
  /** The parsed JSON; empty if the request had no body. */
  body: Record<string, unknown>;
  /** The parsed model call; null for a list of models, embeddings or an unknown path. */
  call: ParsedCall | null;
  isAborted: boolean;
  /** Resolves when the client disconnects before the answer's end. */
  aborted: Promise<void>;
}

export interface ProviderServer {
  /** Base URL for the configuration of the server under test. */
  url: string;
  requests: ProviderRequest[];
  /** Returns the requests that are model calls. */
  chats(): ProviderRequest[];
  nextChat(): Promise<ProviderRequest>;
  /** Makes every later chat stall after this many tokens, until `resume()`. */
  pauseAfter(afterTokens?: number): void;
  resume(): void;
  whenPaused(): Promise<void>;
  reset(): void;
  close(): Promise<void>;
}

const providerModels = ["scripted-large", "scripted-small", "text-embedding-scripted"] as const;

/**
 * Starts a server on 127.0.0.1 with a provider's wire format. Like the scripted model server, it follows the
 * `[[directives]]` of the last user message and counts words as tokens. It answers 401 to requests without the key.
 */
export async function startProviderServer(
  wire: ProviderWire,
  { key, models = providerModels }: { key: string; models?: readonly string[] },
): Promise<ProviderServer> {
  const gate = createPauseGate();
  const requests: ProviderRequest[] = [];
  let chatWaiters: ((request: ProviderRequest) => void)[] = [];

  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.destroyed) console.error("the scripted provider failed:", error);
      response.destroy();
    });
  });

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await readJson(request);
    const path = request.url ?? "";
    const model = request.method === "POST" ? wire.getRequestedModel(path, body) : null;
    const call = model === null ? null : wire.parseCall(model, body);
    const providerRequest = recordRequest(response, { path, headers: request.headers, body, call });
    requests.push(providerRequest);
    const sendError = (status: number, code: string | null = null, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(wire.buildErrorBody(status, code)));
    if (!wire.hasKey(request.headers, key)) return void sendError(401);
    const modelList = wire.buildModelList(new URL(path, "http://scripted"), models);
    if (modelList)
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(modelList));
    const embeddingsRequest = request.method === "POST" ? wire.parseEmbeddingsRequest?.(path, body) : null;
    if (embeddingsRequest && wire.buildEmbeddingsResponse) {
      const { model, texts } = embeddingsRequest;
      if (model === "none") return void sendError(404);
      const { status, code, headers } = determineBehaviour({
        model,
        prompt: texts.join("\n"),
        headers: request.headers,
      });
      if (status !== null) return void sendError(status, code, headers);
      const tokens = texts.reduce((sum, text) => sum + tokensOf(text).length, 0);
      const reply = wire.buildEmbeddingsResponse(texts.map(createScriptedVector), tokens, path);
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
    }
    if (!call) return void sendError(404);
    for (const resolve of chatWaiters) resolve(providerRequest);
    chatWaiters = [];
    if (call.model === "none") return void sendError(404);
    const prompt = call.messages.findLast(({ role }) => role === "user")?.text ?? "";
    const problem = checkToolMessages(call, wire.toolMessageRules);
    if (problem !== null || call.cacheMarks.length > maxCacheMarks) return void sendError(400);
    const exchange = getToolExchange(call);
    const behaviour = determineBehaviour({ model: call.model, prompt, headers: request.headers, exchange });
    if (gate.pauseAfterTokens !== null) behaviour.hangAfter ??= gate.pauseAfterTokens;
    if (behaviour.firstMs > 0) await delay(behaviour.firstMs, undefined, { signal: createDisconnectSignal(response) });
    if (behaviour.status !== null) return void sendError(behaviour.status, behaviour.code, behaviour.headers);
    if (behaviour.isHtml)
      return void response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>Not a model</title>");
    await answerCall({ wire, call, behaviour, response, gate });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a listening TCP server has an address object
  return {
    url: `http://127.0.0.1:${port}${wire.basePath}`,
    requests,
    chats: () => requests.filter(({ call }) => call !== null),
    nextChat: () => new Promise((resolve) => chatWaiters.push(resolve)),
    pauseAfter: (afterTokens = 0) => gate.pauseAfter(afterTokens),
    resume: () => gate.resume(),
    whenPaused: () => gate.whenStalled(1),
    reset() {
      gate.resume();
      requests.length = 0;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

interface AnswerContext {
  wire: ProviderWire;
  call: ParsedCall;
  behaviour: Behaviour;
  response: http.ServerResponse;
  gate: PauseGate;
}

const tokensPerPacket = 64;
/** The limit of Anthropic and Bedrock. */
const maxCacheMarks = 4;

/** Returns the calls that end the answer. With a schema as a tool, the answer is the arguments of this tool. */
function listCalls({ format }: ParsedCall, { tool, calls, answer }: Behaviour) {
  if (tool !== null) return [{ name: tool, arguments: '{"place":"Zürich"}' }];
  if (calls.length === 0 && format?.tool !== undefined) return [{ name: format.tool, arguments: answer }];
  return calls;
}

async function answerCall({ wire, call, behaviour, response, gate }: AnswerContext): Promise<void> {
  const signal = createDisconnectSignal(response);
  const reasoningTokens = tokensOf(behaviour.think);
  const calls = listCalls(call, behaviour);
  const { roundIndex, think } = behaviour;
  const tokens = calls === behaviour.calls ? tokensOf(behaviour.answer) : [];
  const isSigned = think !== "";
  const writer = wire.createAnswerWriter(call.model, {
    input: countInputTokens(call),
    output: reasoningTokens.length + tokens.length,
    cached: behaviour.cachedTokens,
    written: behaviour.cacheWrites,
  });
  const packet: Uint8Array[] = [];
  const addPiece = (piece: string | Uint8Array) => packet.push(typeof piece === "string" ? Buffer.from(piece) : piece);
  const flush = async () => {
    const bytes = Buffer.concat(packet.splice(0));
    // Write pieces of 1 to 7 bytes, to split characters and frames.
    for (let from = 0, size = 1; from < bytes.length; from += size, size = (size % 7) + 1) {
      if (!behaviour.isSplit) return void (await writeAll(response, bytes));
      response.write(bytes.subarray(from, from + size));
      await delay(0, undefined, { signal });
    }
  };

  response.writeHead(200, { "content-type": wire.streamType });
  addPiece(writer.start());
  for (const token of reasoningTokens) addPiece(writer.reasoning(token));
  if (isSigned) addPiece(writer.reasoningSignature(signPart("reasoning", think, roundIndex)));
  if (behaviour.hasRedactedReasoning) addPiece(writer.redactedReasoning(signPart("redacted", "", roundIndex)));
  for (let sentCount = 0; sentCount <= tokens.length; sentCount++) {
    if (sentCount === behaviour.hangAfter) {
      await flush();
      await gate.stall(signal);
      signal.throwIfAborted();
    }
    if (sentCount === behaviour.cutAfter) {
      await flush();
      response.destroy(new Error("cut by the script"));
      return;
    }
    if (sentCount === behaviour.endAfter || sentCount === behaviour.errorAfter) {
      if (sentCount === behaviour.errorAfter) addPiece(writer.error());
      await flush();
      response.end();
      return;
    }
    const token = tokens[sentCount];
    if (token === undefined) break;
    addPiece(writer.text(token));
    if (sentCount < behaviour.rubbish) addPiece(writer.noise());
    if (sentCount === 0 && behaviour.isHuge) addPiece(writer.hugeEvent());
    if (sentCount % tokensPerPacket === tokensPerPacket - 1) await flush();
  }
  if (isSigned && tokens.length > 0) addPiece(writer.textSignature(signPart("text", behaviour.answer, roundIndex)));
  for (const [position, { name, arguments: argumentsJson }] of calls.entries()) {
    const signature = isSigned && position === 0 ? signPart("call", think, roundIndex) : null;
    addPiece(writer.toolCall({ id: toCallId(roundIndex, position), name, argumentsJson, signature }));
  }
  addPiece(writer.finish(calls.length === 0 ? behaviour.finishReason : "tool_calls", behaviour.hasUsage));
  await flush();
  response.end();
}

/** Writes the bytes and resolves when they have been flushed. */
function writeAll(response: http.ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => response.write(bytes, () => resolve()));
}

function createDisconnectSignal(response: http.ServerResponse): AbortSignal {
  const disconnectController = new AbortController();
  response.once("close", () => disconnectController.abort());
  return disconnectController.signal;
}

function countInputTokens({ system, messages }: ParsedCall): number {
  return [system, ...messages.map(({ text }) => text)].reduce((sum, text) => sum + tokensOf(text).length, 0);
}

function recordRequest(
  response: http.ServerResponse,
  request: Pick<ProviderRequest, "path" | "headers" | "body" | "call">,
): ProviderRequest {
  const aborted = Promise.withResolvers<void>();
  const providerRequest: ProviderRequest = { ...request, isAborted: false, aborted: aborted.promise };
  response.once("close", () => {
    if (response.writableEnded || response.errored) return;
    providerRequest.isAborted = true;
    aborted.resolve();
  });
  return providerRequest;
}

async function readJson(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString("utf8");
  return text === "" ? {} : toRecord(JSON.parse(text));
}
