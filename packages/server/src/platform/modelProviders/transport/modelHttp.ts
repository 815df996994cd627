import http from "node:http";
import https from "node:https";
import { isMetadataAddress, lookupServers, toAddress } from "../../guardedHttp/refusedAddresses.ts";
import { isTlsFailure } from "../../isTlsFailure.ts";
import { ModelError } from "../modelProvider.ts";

/** Keep-alive connections, shared by all endpoints with the same origin. */
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
  /** Maximum time from the connection to the response headers. */
  responseTimeoutMs: number;
  signal: AbortSignal;
}

/**
 * Sends a request and returns the response when its headers have arrived. Does not follow redirects, and calls no
 * link-local addresses. Aborting the
 * signal destroys the connection at any time, also while the body is being read. Throws the signal's reason, or
 * `ModelError` with kind unreachable, insecure, timeout or protocol.
 */
export async function sendModelRequest(agents: ModelAgents, request: ModelRequest): Promise<http.IncomingMessage> {
  try {
    return await send(agents, request);
  } catch (error) {
    // A server can close an idle connection just as we reuse it. No response has started, so retry once on a new
    // connection.
    if (error instanceof StaleConnectionError) return await send(null, request);
    throw error;
  }
}

class StaleConnectionError extends ModelError {}

/** If `agents` is null, uses a new connection. */
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
    if (isMetadataAddress(toAddress(url))) {
      reject(new ModelError("unreachable", "the address is not allowed"));
      return;
    }
    const isSecure = url.protocol === "https:";
    const request = (isSecure ? https : http).request(url, {
      method,
      agent: agents ? agents[isSecure ? "https" : "http"] : false,
      lookup: lookupServers,
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
        () => fail(new ModelError("timeout", `no reply within ${limits.responseTimeoutMs} ms`)),
        limits.responseTimeoutMs,
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
    // Without this listener, Node would close the connection without an event, and the promise would never settle.
    request.once("upgrade", (_response, socket) => {
      socket.destroy();
      fail(new ModelError("protocol", "the server changed to another protocol"));
    });
    // After the response has started, the response's own events report failures, and this listener only prevents an
    // uncaught error.
    request.on("error", (error) => fail(toConnectionError(error, request.reusedSocket)));
    request.end(body);
  });
}

function toConnectionError(error: NodeJS.ErrnoException, wasReused: boolean): ModelError {
  if (isTlsFailure(error.code ?? ""))
    return new ModelError("insecure", `no secure connection could be made (${error.code})`, { cause: error });
  const ErrorClass =
    wasReused && (error.code === "ECONNRESET" || error.code === "EPIPE") ? StaleConnectionError : ModelError;
  return new ErrorClass("unreachable", `the connection failed (${error.code ?? error.name})`, { cause: error });
}

/**
 * Reads the remaining bytes of a response whose answer is complete, so that the connection can be reused. Destroys the
 * connection if this takes more than a second.
 */
export function drainResponse(response: http.IncomingMessage): void {
  if (response.complete) return;
  const timer = setTimeout(() => response.destroy(), 1_000).unref();
  response.once("close", () => clearTimeout(timer));
  response.resume();
}

/**
 * Reads the body as text. If it exceeds `maxBytes`, it is truncated, or rejected with `ModelError` of kind protocol.
 * Throws the signal's reason, or `ModelError` with kind timeout after `timeoutMs` in total, or cut.
 */
export async function readBody(
  response: http.IncomingMessage,
  limits: { maxBytes: number; overflow: "truncate" | "reject"; timeoutMs: number; signal: AbortSignal },
): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => response.destroy(new ModelError("timeout", "the reply stalled")), limits.timeoutMs);
  try {
    for await (const part of response) {
      parts.push(part);
      size += part.length;
      if (size <= limits.maxBytes) continue;
      if (limits.overflow === "reject")
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
