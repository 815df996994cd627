import type { IncomingMessage } from "node:http";
import type { Log } from "../../log.ts";
import { ModelError } from "../modelProvider.ts";
import { parseJsonOrUndefined } from "./jsonValues.ts";
import { type ModelAgents, readBody, sendModelRequest } from "./modelHttp.ts";
import type { ModelTimeLimits } from "./modelTimeLimits.ts";
import { toModelError } from "./toModelError.ts";

/** The dependencies that a provider needs to reach a server. */
export interface ModelTransport {
  agents: ModelAgents;
  log: Log;
  limits: ModelTimeLimits;
}

/**
 * Maximum length of one event of an answer, and of a whole answer in JSON: in bytes or, for decoded text, characters.
 */
export const maxEventLength = 4 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;
const maxListBytes = 4 * 1024 * 1024;

/**
 * Sends a request and returns the response if its status is 200. Throws `ModelError` for any other status, and the
 * errors of `sendModelRequest`.
 */
export async function postModelRequest(
  transport: ModelTransport,
  request: { url: URL; headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<IncomingMessage> {
  const { agents, limits } = transport;
  const response = await sendModelRequest(agents, {
    ...request,
    method: "POST",
    connectTimeoutMs: limits.connectMs,
    responseTimeoutMs: limits.firstByteMs,
  });
  if (response.statusCode !== 200) throw await readErrorResponse(transport, response, request.signal);
  return response;
}

/**
 * Fetches the JSON pages of a list of models, at most `maxListPages`. `getNextUrl` returns the URL of the next page, or
 * null. Throws the signal's reason, or `ModelError`: with kind timeout if all pages together take longer than `listMs`.
 */
export async function fetchModelPages(
  transport: ModelTransport,
  firstRequest: { url: URL; headers: Record<string, string>; signal: AbortSignal },
  getNextUrl: (body: unknown) => URL | null = () => null,
): Promise<unknown[]> {
  const deadlineSignal = AbortSignal.timeout(transport.limits.listMs);
  const signal = AbortSignal.any([firstRequest.signal, deadlineSignal]);
  const pages: unknown[] = [];
  try {
    for (let url: URL | null = firstRequest.url; url && pages.length < maxListPages; ) {
      const body = await fetchJson(transport, { ...firstRequest, url, signal });
      pages.push(body);
      url = getNextUrl(body);
    }
    return pages;
  } catch (error) {
    if (deadlineSignal.aborted && !firstRequest.signal.aborted)
      throw new ModelError("timeout", "listing the models took too long");
    throw error;
  }
}

const maxListPages = 10;

async function fetchJson(
  transport: ModelTransport,
  { url, headers, signal }: { url: URL; headers: Record<string, string>; signal: AbortSignal },
): Promise<unknown> {
  const { agents, limits } = transport;
  const response = await sendModelRequest(agents, {
    method: "GET",
    url,
    headers: { accept: "application/json", ...headers },
    connectTimeoutMs: Math.min(limits.connectMs, limits.listMs),
    responseTimeoutMs: limits.listMs,
    signal,
  });
  if (response.statusCode !== 200) throw await readErrorResponse(transport, response, signal);
  const bodyLimits = { maxBytes: maxListBytes, overflow: "reject", timeoutMs: limits.listMs, signal } as const;
  return parseJsonOrUndefined(await readBody(response, bodyLimits));
}

async function readErrorResponse(
  { limits, log }: ModelTransport,
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<ModelError> {
  const bodyLimits = { maxBytes: maxErrorBytes, overflow: "truncate", timeoutMs: limits.connectMs, signal } as const;
  // If the body cannot be read, the status alone has to describe the error.
  const body = await readBody(response, bodyLimits).catch((error: unknown) => {
    signal.throwIfAborted();
    log.debug({ err: error }, "the body of a model server's refusal could not be read");
    return "";
  });
  response.destroy();
  const retryAfterMs = Number(response.headers["retry-after-ms"]); // Azure and OpenAI
  const retryAfter = response.headers["retry-after"] ?? (retryAfterMs >= 0 ? String(retryAfterMs / 1000) : undefined);
  return toModelError({
    status: response.statusCode,
    body: parseJsonOrUndefined(body),
    retryAfter,
    headers: response.headers,
  });
}

export function getMediaType(response: IncomingMessage): string {
  return (response.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Appends a path to a base URL and preserves the query. */
export function appendPath(base: string, path: string): URL {
  const url = new URL(base);
  url.pathname = url.pathname.replace(/\/+$/, "") + path;
  return url;
}
