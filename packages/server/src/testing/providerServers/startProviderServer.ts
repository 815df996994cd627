import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { type Behaviour, behaviourFor, tokensOf } from "../modelServer/behaviour.ts";
import { createGate, type Gate } from "../modelServer/gate.ts";
import { scriptedVector } from "../modelServer/scriptedVectors.ts";
import type { ProviderWire, SeenCall } from "./providerWire.ts";
import { record } from "./readJson.ts";

export interface ProviderRequest {
  path: string;
  headers: http.IncomingHttpHeaders;
  /** The parsed JSON; empty where there was none. */
  body: Record<string, unknown>;
  /** What it asks a model; null for a list or a wrong address. */
  seen: SeenCall | null;
  isAborted: boolean;
  /** Resolves when the client disconnects before the answer's end. */
  aborted: Promise<void>;
}

export interface ProviderServer {
  /** As the configuration names it. */
  url: string;
  requests: ProviderRequest[];
  /** The chats among them. */
  chats(): ProviderRequest[];
  nextChat(): Promise<ProviderRequest>;
  /** From now on every chat stalls after this many tokens, until `resume()`. */
  pauseAfter(afterTokens?: number): void;
  resume(): void;
  whenPaused(): Promise<void>;
  reset(): void;
  close(): Promise<void>;
}

const providerModels = ["scripted-large", "scripted-small", "text-embedding-scripted"] as const;

/**
 * A server on 127.0.0.1 that speaks a provider's wire and does what the `[[directives]]` of the last user message say,
 * as the scripted model server does. Token counts are word counts. Without the key it answers 401.
 */
export async function startProviderServer(
  wire: ProviderWire,
  { key, models = providerModels }: { key: string; models?: readonly string[] },
): Promise<ProviderServer> {
  const gate = createGate();
  const requests: ProviderRequest[] = [];
  let waiting: ((request: ProviderRequest) => void)[] = [];

  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.destroyed) console.error("the scripted provider failed:", error);
      response.destroy();
    });
  });

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await readJson(request);
    const path = request.url ?? "";
    const model = request.method === "POST" ? wire.modelOf(path, body) : null;
    const seen = model === null ? null : wire.see(model, body);
    const recorded = recordRequest(response, { path, headers: request.headers, body, seen });
    requests.push(recorded);
    const refuse = (status: number, code: string | null = null, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { "content-type": "application/json", ...headers })
        .end(JSON.stringify(wire.refusal(status, code)));
    if (!wire.carriesKey(request.headers, key)) return void refuse(401);
    const list = wire.listOf(new URL(path, "http://scripted"), models);
    if (list) return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(list));
    const embeddings = request.method === "POST" ? wire.embeddingsOf?.(path, body) : null;
    if (embeddings && wire.embedded) {
      const { model, texts } = embeddings;
      if (model === "none") return void refuse(404);
      const { status, code, headers } = behaviourFor({ model, prompt: texts.join("\n"), headers: request.headers });
      if (status !== null) return void refuse(status, code, headers);
      const tokens = texts.reduce((sum, text) => sum + tokensOf(text).length, 0);
      const reply = wire.embedded(texts.map(scriptedVector), tokens, path);
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
    }
    if (!seen) return void refuse(404);
    for (const resolve of waiting) resolve(recorded);
    waiting = [];
    if (seen.model === "none") return void refuse(404);
    const prompt = seen.messages.findLast(({ role }) => role === "user")?.text ?? "";
    const behaviour = behaviourFor({ model: seen.model, prompt, headers: request.headers });
    if (gate.pauseAfterTokens !== null) behaviour.hangAfter ??= gate.pauseAfterTokens;
    if (behaviour.firstMs > 0) await delay(behaviour.firstMs, undefined, { signal: goneSignal(response) });
    if (behaviour.status !== null) return void refuse(behaviour.status, behaviour.code, behaviour.headers);
    if (behaviour.isHtml)
      return void response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>Not a model</title>");
    await answer({ wire, seen, behaviour, response, gate });
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // a TCP server that listens has one
  return {
    url: `http://127.0.0.1:${port}${wire.basePath}`,
    requests,
    chats: () => requests.filter(({ seen }) => seen !== null),
    nextChat: () => new Promise((resolve) => waiting.push(resolve)),
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

interface Answering {
  wire: ProviderWire;
  seen: SeenCall;
  behaviour: Behaviour;
  response: http.ServerResponse;
  gate: Gate;
}

const tokensPerPacket = 64;

async function answer({ wire, seen, behaviour, response, gate }: Answering): Promise<void> {
  const signal = goneSignal(response);
  const thoughts = tokensOf(behaviour.think);
  const call = behaviour.tool ?? seen.format?.tool ?? null;
  const tokens = call === null ? tokensOf(behaviour.answer) : [];
  const writer = wire.beginAnswer(seen.model, {
    input: inputTokens(seen),
    output: thoughts.length + tokens.length,
    cached: behaviour.cachedTokens,
    written: behaviour.cacheWrites,
  });
  const packet: Uint8Array[] = [];
  const add = (piece: string | Uint8Array) => packet.push(typeof piece === "string" ? Buffer.from(piece) : piece);
  const flush = async () => {
    const bytes = Buffer.concat(packet.splice(0));
    // Pieces of 1 to 7 bytes, so that characters and frames are cut.
    for (let from = 0, size = 1; from < bytes.length; from += size, size = (size % 7) + 1) {
      if (!behaviour.isSplit) return void (await written(response, bytes));
      response.write(bytes.subarray(from, from + size));
      await delay(0, undefined, { signal });
    }
  };

  response.writeHead(200, { "content-type": wire.streamType });
  add(writer.begin());
  for (const token of thoughts) add(writer.thought(token));
  if (call !== null) add(writer.toolCall(call, behaviour.tool === null ? behaviour.answer : '{"place":"Zürich"}'));
  for (let sent = 0; sent <= tokens.length; sent++) {
    if (sent === behaviour.hangAfter) {
      await flush();
      await gate.stall(signal);
      signal.throwIfAborted();
    }
    if (sent === behaviour.cutAfter) {
      await flush();
      response.destroy(new Error("cut by the script"));
      return;
    }
    if (sent === behaviour.endAfter || sent === behaviour.errorAfter) {
      if (sent === behaviour.errorAfter) add(writer.error());
      await flush();
      response.end();
      return;
    }
    const token = tokens[sent];
    if (token === undefined) break;
    add(writer.text(token));
    if (sent < behaviour.rubbish) add(writer.rubbish());
    if (sent === 0 && behaviour.isHuge) add(writer.huge());
    if (sent % tokensPerPacket === tokensPerPacket - 1) await flush();
  }
  add(writer.finish(call === null ? behaviour.finishReason : "tool_calls", behaviour.hasUsage));
  await flush();
  response.end();
}

/** Resolves when the bytes have left. */
function written(response: http.ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve) => response.write(bytes, () => resolve()));
}

function goneSignal(response: http.ServerResponse): AbortSignal {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  return gone.signal;
}

function inputTokens({ system, messages }: SeenCall): number {
  return [system, ...messages.map(({ text }) => text)].reduce((sum, text) => sum + tokensOf(text).length, 0);
}

function recordRequest(
  response: http.ServerResponse,
  request: Pick<ProviderRequest, "path" | "headers" | "body" | "seen">,
): ProviderRequest {
  const aborted = Promise.withResolvers<void>();
  const recorded: ProviderRequest = { ...request, isAborted: false, aborted: aborted.promise };
  response.once("close", () => {
    if (response.writableEnded || response.errored) return;
    recorded.isAborted = true;
    aborted.resolve();
  });
  return recorded;
}

async function readJson(request: http.IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const text = Buffer.concat(parts).toString("utf8");
  return text === "" ? {} : record(JSON.parse(text));
}
