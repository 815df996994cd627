import { type ChatRequestInput, type ContinueRequest, clientHeader, type KillRequest } from "@lectern/contract";
import { createParser } from "eventsource-parser";
import { reportFailure } from "../../../lib/call.ts";
import { readFailure } from "../../../lib/callError.ts";
import { getStatusPhrase } from "../../../lib/getStatusPhrase.ts";

export interface ChatCall {
  /** The URL that chats are posted to, for example `/chat`. */
  endpoint: string;
  token: string | null;
  signal?: AbortSignal;
  /** If it aborts, a stream of our own server closes; the run can be followed from there. */
  detachSignal?: AbortSignal;
  /** Called with each parsed event and its number in the run; 0 if the server does not number events. */
  onEvent(event: unknown, eventId: number): void;
  /** Called when the server has accepted the request, before the first event. */
  onOpen?(): void;
}

/** How reading a run's events ended. `lastEventId`: the number of the last event received. */
export type StreamResult =
  | { kind: "ended"; lastEventId: number }
  /** The stream broke or closed before its end event: the run may still be active. */
  | { kind: "broken"; lastEventId: number }
  /** The caller's `detachSignal` aborted. */
  | { kind: "detached"; lastEventId: number }
  /** The caller's `signal` aborted. */
  | { kind: "aborted"; lastEventId: number }
  /** The server has no more events: the run is unknown, or has ended and all its events have been delivered. */
  | { kind: "gone" }
  | HttpError
  /** There was no response. */
  | { kind: "networkError" }
  | { kind: "noEndpoint" };

export interface HttpError {
  kind: "httpError";
  status: number;
  statusText: string;
  /** The error message as the server wrote it, in English; null: none. */
  reason: string | null;
  code: string | null;
  /** How long the client should wait before it retries; null: unknown. */
  retryAfterSeconds: number | null;
  /** The other fields of the error, such as `rateLimitInfo`. */
  fields: Readonly<Record<string, unknown>>;
}

/** Posts a chat and reads its events to the end. Never throws for an error of the server or the network. */
export function postChat(call: ChatCall & { body: ChatRequestInput | ContinueRequest }): Promise<StreamResult> {
  return readRun(call, 0, "", "POST", { "content-type": "application/json" }, JSON.stringify(call.body));
}

/** Reads the events of an existing run: those after `afterEventId` (0: all of them), then new ones. */
export async function followRun(call: ChatCall & { requestId: string; afterEventId: number }): Promise<StreamResult> {
  const { requestId, afterEventId } = call;
  const headers: Record<string, string> = afterEventId > 0 ? { "last-event-id": String(afterEventId) } : {};
  const result = await readRun(call, afterEventId, `/${encodeURIComponent(requestId)}`, "GET", headers);
  const isGone = result.kind === "httpError" && (result.status === 404 || result.status === 204);
  return isGone ? { kind: "gone" } : result;
}

/** Asks the server to stop a run. Returns true if the server has accepted that. */
export async function killRun(endpoint: string, token: string | null, requestId: string): Promise<boolean> {
  const body: KillRequest = { killSwitch: { requestId, value: true } };
  try {
    const response = await fetch(trimEndpoint(endpoint), {
      method: "POST",
      headers: buildHeaders(endpoint, token, { "content-type": "application/json" }),
      body: JSON.stringify(body),
      keepalive: true,
    });
    return response.status === 200;
  } catch {
    return false;
  }
}

async function readRun(
  call: ChatCall,
  afterEventId: number,
  path: string,
  method: "GET" | "POST",
  headers: Record<string, string>,
  body?: string,
): Promise<StreamResult> {
  const { endpoint, token, signal } = call;
  if (trimEndpoint(endpoint) === "") return { kind: "noEndpoint" };
  let response: Response;
  try {
    response = await fetch(trimEndpoint(endpoint) + path, {
      method,
      headers: buildHeaders(endpoint, token, { accept: "text/event-stream", ...headers }),
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    });
  } catch {
    return signal?.aborted ? { kind: "aborted", lastEventId: afterEventId } : { kind: "networkError" };
  }
  if (response.status !== 200 || !response.body || isWrongContentType(response)) return readHttpError(response);
  call.onOpen?.();
  // Our own server sends this header and heartbeats. Another server may send heartbeats without the header.
  return readEvents(response.body, call, afterEventId, response.headers.has("x-lectern-run"));
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onEvent, signal, detachSignal }: ChatCall,
  afterEventId: number,
  isOwnServer: boolean,
): Promise<StreamResult> {
  let lastEventId = afterEventId;
  let hasEnded = false;
  let hasHeartbeat = isOwnServer;
  const parser = createParser({
    onComment: () => {
      hasHeartbeat = true;
    },
    onEvent({ id, data }) {
      if (hasEnded) return;
      if (data.trim() === "[DONE]") {
        hasEnded = true;
        return;
      }
      const event = parseEvent(data);
      const eventId = Number(id);
      const isNumbered = Number.isInteger(eventId) && eventId > 0;
      if (isNumbered && eventId <= lastEventId) return; // received before the stream broke
      if (isNumbered) lastEventId = eventId;
      if (event !== undefined) onEvent(event, isNumbered ? eventId : 0);
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  // Ends the pending read.
  const detach = () => void reader.cancel().catch(() => {});
  const detaching = isOwnServer ? detachSignal : undefined;
  detaching?.addEventListener("abort", detach);
  try {
    if (detaching?.aborted) detach();
    while (!hasEnded) {
      const { done, value } = await readWithTimeout(reader, hasHeartbeat);
      parser.feed(decoder.decode(value, { stream: !done }));
      if (done) break;
    }
  } catch {
    // The connection broke. The events received so far remain valid.
  }
  detaching?.removeEventListener("abort", detach);
  // Frees the connection. An error means that the stream has already ended.
  reader.cancel().catch(() => {});
  if (hasEnded) return { kind: "ended", lastEventId };
  if (signal?.aborted) return { kind: "aborted", lastEventId };
  return { kind: detaching?.aborted ? "detached" : "broken", lastEventId };
}

/**
 * Heartbeats are sent every 15 s. After a longer silence the connection is dead, for example because the computer
 * slept.
 */
const maxSilenceMs = 45_000;

async function readWithTimeout(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, hasHeartbeat: boolean) {
  // Cancelling ends the pending read; the stream then counts as broken.
  const cancel = () => void reader.cancel().catch(() => {});
  const timer = hasHeartbeat ? setTimeout(cancel, maxSilenceMs) : undefined;
  try {
    return await reader.read();
  } finally {
    clearTimeout(timer);
  }
}

/** Returns undefined for an event that is not JSON, which the caller skips. */
function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    console.warn("Skipped an event of the chat stream that is not JSON.");
    return undefined;
  }
}

async function readHttpError(response: Response): Promise<HttpError> {
  const { status, statusText } = response;
  const failure = readFailure(await response.json().catch(() => null));
  reportFailure(failure);
  const { reason, code, fields = {} } = failure;
  return {
    kind: "httpError",
    status,
    statusText: statusText || getStatusPhrase(status),
    reason: reason ?? null,
    code: code ?? null,
    retryAfterSeconds: parseRetryAfterSeconds(response.headers.get("retry-after")),
    fields,
  };
}

/**
 * Returns null unless the header is a number of seconds. A date would refer to the server's clock, which may differ
 * from this computer's.
 */
function parseRetryAfterSeconds(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter.trim()) ? Number(retryAfter) : null;
}

/** True for HTML and JSON, which are not a stream: a proxy, for example, may send its sign-in page. */
function isWrongContentType(response: Response): boolean {
  return /^(text\/html|application\/json)\b/i.test(response.headers.get("content-type") ?? "");
}

function buildHeaders(endpoint: string, token: string | null, headers: Record<string, string>): Record<string, string> {
  return {
    ...headers,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    // Only our own server needs this header, which protects its cookie. Another host would have to allow it.
    ...(endpoint.startsWith("/") ? { [clientHeader.name]: clientHeader.value } : {}),
  };
}

function trimEndpoint(endpoint: string): string {
  return endpoint.trim().replace(/\/+$/, "");
}
