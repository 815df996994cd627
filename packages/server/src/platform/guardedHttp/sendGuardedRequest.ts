import http from "node:http";
import https from "node:https";
import { isTlsFailure } from "../isTlsFailure.ts";
import { checkHeaders } from "./checkHeaders.ts";
import { describeBody } from "./describeBody.ts";
import { createRefusedAddressError, GuardedHttpError } from "./guardedHttpError.ts";
import { parseTarget, type Target } from "./parseTarget.ts";
import { createCheckedLookup } from "./refusedAddresses.ts";

const maxRedirects = 3;
const maxResponseHeaderBytes = 32_768;
const defaultHeaders = { accept: "*/*", "user-agent": "Lectern" };

export interface GuardedRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
}

export interface GuardedRequestOptions {
  /** Hosts that may be in private networks, as `API_HOSTS` has them. */
  allowedHosts: readonly string[];
  /** The only origins that may be called, also if one redirects to another; absent: all. */
  origins?: readonly string[] | undefined;
  /** For the whole request, with its redirects. */
  timeoutMs: number;
  /** Of the response. What is longer is cut. */
  maxBytes: number;
  signal: AbortSignal;
}

export interface GuardedResponse {
  status: number;
  /** The decoded body, or what it is if it is no text. */
  text: string;
  isCut: boolean;
  durationMs: number;
}

/**
 * Sends a request to a server that a person has named. The addresses of its host, and of those to which it redirects,
 * are checked, and the connection uses the checked ones. Nothing of this server goes with it: no cookies, credentials
 * or proxy. Nothing is logged. Throws `GuardedHttpError`, and the signal's reason when it aborts.
 */
export async function sendGuardedRequest(
  request: GuardedRequest,
  { allowedHosts, origins, timeoutMs, maxBytes, signal }: GuardedRequestOptions,
): Promise<GuardedResponse> {
  signal.throwIfAborted();
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  const headers = { ...defaultHeaders, ...checkHeaders(request.headers) };
  const parse: ParseTarget = (url, base) => assertOrigin(parseTarget(url, allowedHosts, base), origins);
  const target = parse(request.url);
  try {
    const response = await follow({ ...request, headers }, target, parse, AbortSignal.any([signal, timeout]));
    const received = {
      ...(await readBody(response, maxBytes)),
      contentType: response.headers["content-type"] ?? "",
      encoding: response.headers["content-encoding"] ?? "",
    };
    return {
      status: response.statusCode ?? 0,
      text: describeBody(received),
      isCut: received.isCut,
      durationMs: Math.round(performance.now() - startedAt),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) {
      const userMessage = `No answer within ${timeoutMs / 1_000} seconds.`;
      throw new GuardedHttpError("timeout", { userMessage });
    }
    throw error instanceof GuardedHttpError ? error : toGuardedHttpError(error);
  }
}

/** Throws `GuardedHttpError` for what must not be called. */
type ParseTarget = (url: string, base?: URL) => Target;

function assertOrigin(target: Target, origins: readonly string[] | undefined): Target {
  if (!origins || origins.includes(target.url.origin)) return target;
  throw new GuardedHttpError("refusedOrigin", { userMessage: "The request leads to a server that must not get it." });
}

/** Sends the request, and what redirects demand. Returns the first response that is no redirect. */
async function follow(
  firstRequest: GuardedRequest,
  firstTarget: Target,
  parse: ParseTarget,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  let [request, target] = [firstRequest, firstTarget];
  for (let redirectCount = 0; ; redirectCount += 1) {
    const response = await send(request, target, signal);
    const { statusCode = 0, headers } = response;
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) return response;
    response.destroy();
    if (redirectCount === maxRedirects) {
      throw new GuardedHttpError("tooManyRedirects", { userMessage: "The server redirects too often." });
    }
    const next = parse(headers.location, target.url);
    request = toRedirected(request, {
      keepsBody: statusCode > 303,
      isSameOrigin: next.url.origin === target.url.origin,
    });
    target = next;
  }
}

/** Another origin gets no header that the person has set, because it may be a secret of the first one. */
function toRedirected(
  { method, headers, body, url }: GuardedRequest,
  { keepsBody, isSameOrigin }: { keepsBody: boolean; isSameOrigin: boolean },
): GuardedRequest {
  const isOfBody = (name: string) => name.startsWith("content-");
  const kept = Object.entries(headers).filter(([name]) =>
    isSameOrigin ? keepsBody || !isOfBody(name) : keepsBody && name === "content-type",
  );
  const newHeaders = { ...defaultHeaders, ...Object.fromEntries(kept) };
  if (!keepsBody) return { url, method: "GET", headers: newHeaders };
  return { url, method, headers: newHeaders, ...(body !== undefined && { body }) };
}

/** Resolves with the response when its headers have arrived. The signal ends the connection at any time. */
async function send(
  { method, headers, body }: GuardedRequest,
  { url, isRefused }: Target,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const options = {
    method,
    headers: {
      ...headers,
      "accept-encoding": "identity",
      ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
    },
    // A connection of its own: it was made to an address that was checked for this request, and uses no proxy.
    agent: false,
    lookup: createCheckedLookup(isRefused),
    maxHeaderSize: maxResponseHeaderBytes,
    signal,
  };
  const request =
    url.protocol === "https:"
      ? https.request(url, { ...options, rejectUnauthorized: true })
      : http.request(url, options);
  request.once("response", resolve);
  // Without this listener, Node would close the connection without an event, and the promise would never settle.
  request.once("upgrade", (_response, socket) => {
    socket.destroy();
    reject(createProtocolError());
  });
  // It stays, because an error after the response would be uncaught otherwise.
  request.on("error", reject);
  request.end(body);
  return promise;
}

async function readBody(response: http.IncomingMessage, maxBytes: number): Promise<{ bytes: Buffer; isCut: boolean }> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response) {
    parts.push(part);
    size += part.length;
    if (size > maxBytes) break;
  }
  return { bytes: Buffer.concat(parts).subarray(0, maxBytes), isCut: size > maxBytes };
}

/** The sentences do not tell apart why a connection failed, so that nobody can look for open ports. */
function toGuardedHttpError(error: unknown): unknown {
  const { code = "", syscall } = error as NodeJS.ErrnoException; // what Node's HTTP client rejects with
  if (code === "") return error;
  if (code === "EREFUSED_ADDRESS") return createRefusedAddressError();
  if (syscall === "getaddrinfo") {
    return new GuardedHttpError("unresolved", {
      userMessage: "The name of the server could not be resolved.",
      code,
    });
  }
  if (isTlsFailure(code)) {
    const userMessage = "No secure connection to the server could be made. Its certificate may not be valid.";
    return new GuardedHttpError("insecure", { userMessage, code });
  }
  if (code.startsWith("HPE_")) return createProtocolError(code);
  return new GuardedHttpError("unreachable", { userMessage: "The server could not be reached.", code });
}

const createProtocolError = (code = "protocol") =>
  new GuardedHttpError("protocol", { userMessage: "The server didn’t answer as a web server does.", code });
