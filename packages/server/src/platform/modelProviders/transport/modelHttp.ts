import http from "node:http";
import https from "node:https";
import { ModelError } from "../modelProvider.ts";

/** Kept-alive connections, shared by every endpoint of an origin. */
export interface ModelAgents {
  http: http.Agent;
  https: https.Agent;
}

export function createModelAgents(): ModelAgents {
  const options = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 256 };
  return { http: new http.Agent(options), https: new https.Agent(options) };
}

export interface ModelRequest {
  method: "GET" | "POST";
  url: URL;
  headers: Record<string, string>;
  body?: string;
  connectTimeoutMs: number;
  /** From the connection to the reply's headers. */
  replyTimeoutMs: number;
  signal: AbortSignal;
}

/**
 * Sends a request and gives its reply once the headers are there. Redirects are not followed. The signal destroys the connection
 * at any time, also while the body is read; then the signal's reason is thrown. Throws `ModelError` unreachable or timeout.
 */
export async function sendModelRequest(agents: ModelAgents, request: ModelRequest): Promise<http.IncomingMessage> {
  try {
    return await send(agents, request);
  } catch (error) {
    // A server may close a kept connection just as it is used again. Nothing was answered, so a new one is tried once.
    if (error instanceof StaleConnectionError) return await send(null, request);
    throw error;
  }
}

class StaleConnectionError extends ModelError {}

/** `agents` null: on a connection of its own. */
function send(
  agents: ModelAgents | null,
  { url, method, headers, body, ...limits }: ModelRequest,
): Promise<http.IncomingMessage> {
  const { signal } = limits;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const isSecure = url.protocol === "https:";
    const request = (isSecure ? https : http).request(url, {
      method,
      agent: agents ? agents[isSecure ? "https" : "http"] : false,
      headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
    });
    const fail = (error: unknown) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
      reject(error);
      request.destroy();
    };
    const onAbort = () => fail(signal.reason);
    let timer = setTimeout(
      () => fail(new ModelError("unreachable", `no connection within ${limits.connectTimeoutMs} ms`)),
      limits.connectTimeoutMs,
    );
    const onConnected = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => fail(new ModelError("timeout", `no reply within ${limits.replyTimeoutMs} ms`)),
        limits.replyTimeoutMs,
      );
    };
    signal.addEventListener("abort", onAbort, { once: true });
    request.once("socket", (socket) => {
      if (socket.connecting) socket.once(isSecure ? "secureConnect" : "connect", onConnected);
      else onConnected();
    });
    request.once("response", (response) => {
      clearTimeout(timer);
      response.once("close", () => signal.removeEventListener("abort", onAbort));
      resolve(response);
    });
    // Without a listener the connection would end without a word, and the wait would go on.
    request.once("upgrade", (_response, socket) => {
      socket.destroy();
      fail(new ModelError("protocol", "the server changed to another protocol"));
    });
    // After the reply has begun its own events tell of a failure; this listener then only keeps the process alive.
    request.on("error", (error) => fail(connectionError(error, request.reusedSocket)));
    request.end(body);
  });
}

function connectionError(error: NodeJS.ErrnoException, wasReused: boolean): ModelError {
  if (isTlsFailure(error.code ?? ""))
    return new ModelError("insecure", `no secure connection could be made (${error.code})`, { cause: error });
  const Failure =
    wasReused && (error.code === "ECONNRESET" || error.code === "EPIPE") ? StaleConnectionError : ModelError;
  return new Failure("unreachable", `the connection failed (${error.code ?? error.name})`, { cause: error });
}

/** The codes with which OpenSSL and Node refuse a certificate, a name, or a server that speaks something else. */
function isTlsFailure(code: string): boolean {
  return /^(EPROTO$|ERR_(TLS|SSL|OSSL)_|CERT_|CRL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH$|INVALID_CA$)/.test(
    code,
  );
}

/** Reads what little is left of a reply that said all it had to say, so that its connection can be used again. */
export function drainResponse(response: http.IncomingMessage): void {
  if (response.complete) return;
  const timer = setTimeout(() => response.destroy(), 1_000).unref();
  response.once("close", () => clearTimeout(timer));
  response.resume();
}

/** The whole body as text. Past `maxBytes` the rest is cut off (`cut`) or refused as a protocol error (`refuse`). */
export async function readBody(
  response: http.IncomingMessage,
  limits: { maxBytes: number; beyond: "cut" | "refuse"; timeoutMs: number; signal: AbortSignal },
): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => response.destroy(new ModelError("timeout", "the reply stalled")), limits.timeoutMs);
  try {
    for await (const part of response) {
      parts.push(part);
      size += part.length;
      if (size <= limits.maxBytes) continue;
      if (limits.beyond === "refuse")
        throw new ModelError("protocol", `the reply is larger than ${limits.maxBytes} bytes`);
      break;
    }
  } catch (error) {
    limits.signal.throwIfAborted();
    if (error instanceof ModelError) throw error;
    throw new ModelError("cut", "the reply broke off", { cause: error });
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(parts).subarray(0, limits.maxBytes).toString("utf8");
}
