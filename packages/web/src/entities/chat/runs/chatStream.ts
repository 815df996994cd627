import { type ChatRequestInput, clientHeader, type KillRequest } from "@lectern/contract";
import { createParser } from "eventsource-parser";
import { readFailure } from "../../../lib/callError.ts";
import { statusPhrase } from "../../../lib/statusPhrase.ts";

export interface ChatCall {
  /** Where chats are posted, for example `/chat`. */
  endpoint: string;
  token: string | null;
  signal?: AbortSignal;
  /** An event as it stands on the wire, with its number in the run: 0 where the server numbers none. */
  onEvent(event: unknown, eventId: number): void;
  /** The server has accepted: the events follow. */
  onOpen?(): void;
}

/** How the reading of a run's events came to its end. `lastEventId` is the number of the last event that was read. */
export type StreamResult =
  | { kind: "ended"; lastEventId: number }
  /** The stream broke off or closed before its end: the run may still be going on. */
  | { kind: "broken"; lastEventId: number }
  /** The caller's `signal` aborted. */
  | { kind: "aborted"; lastEventId: number }
  /** The server has nothing (more) to read: the run is unknown to it, or over and delivered. */
  | { kind: "gone" }
  | HttpError
  /** No reply came at all. */
  | { kind: "networkError" }
  | { kind: "noEndpoint" };

export interface HttpError {
  kind: "httpError";
  status: number;
  statusText: string;
  /** What the server's failure says, where it says something. */
  reason: string | null;
  code: string | null;
  /** How long the server asks to wait before another try. */
  retryAfterSeconds: number | null;
  /** What else the failure says, as in `rateLimitInfo`. */
  fields: Readonly<Record<string, unknown>>;
}

/** Posts a chat and reads its events to the end. Does not throw for what a server or a network does. */
export function postChat(call: ChatCall & { body: ChatRequestInput }): Promise<StreamResult> {
  return readRun(call, 0, "", "POST", { "content-type": "application/json" }, JSON.stringify(call.body));
}

/** Reads on in a run that exists: first what came after `afterEventId` (0: everything), then what comes. */
export async function followRun(call: ChatCall & { requestId: string; afterEventId: number }): Promise<StreamResult> {
  const { requestId, afterEventId } = call;
  const headers: Record<string, string> = afterEventId > 0 ? { "last-event-id": String(afterEventId) } : {};
  const result = await readRun(call, afterEventId, `/${encodeURIComponent(requestId)}`, "GET", headers);
  const isGone = result.kind === "httpError" && (result.status === 404 || result.status === 204);
  return isGone ? { kind: "gone" } : result;
}

/** Asks the server to stop a run. True when it has taken note. */
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
  if (response.status !== 200 || !response.body || isWrongContentType(response)) return httpError(response);
  call.onOpen?.();
  // Our own server names the run and sends heartbeats; another one may send them unannounced.
  return readEvents(response.body, call, afterEventId, response.headers.has("x-lectern-run"));
}

async function readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  { onEvent, signal }: ChatCall,
  afterEventId: number,
  sendsHeartbeats: boolean,
): Promise<StreamResult> {
  let lastEventId = afterEventId;
  let hasEnded = false;
  let hasHeartbeat = sendsHeartbeats;
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
      if (isNumbered && eventId <= lastEventId) return; // already read, before the stream was cut
      if (isNumbered) lastEventId = eventId;
      if (event !== undefined) onEvent(event, isNumbered ? eventId : 0);
    },
  });
  const reader = body.getReader();
  const decoder = new TextDecoder();
  try {
    while (!hasEnded) {
      const { done, value } = await readWithTimeout(reader, hasHeartbeat);
      parser.feed(decoder.decode(value, { stream: !done }));
      if (done) break;
    }
  } catch {
    // The connection broke: what was read so far counts.
  }
  // Frees the connection; there is nothing to do about a stream that cannot be cancelled any more.
  reader.cancel().catch(() => {});
  if (hasEnded) return { kind: "ended", lastEventId };
  return { kind: signal?.aborted ? "aborted" : "broken", lastEventId };
}

/** A server that sends heartbeats does so every 15 s: a longer silence means that nobody is there any more, as after a sleep. */
const maxSilenceMs = 45_000;

async function readWithTimeout(reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, hasHeartbeat: boolean) {
  // To cancel ends the pending read; the stream is then cut.
  const cancel = () => void reader.cancel().catch(() => {});
  const timer = hasHeartbeat ? setTimeout(cancel, maxSilenceMs) : undefined;
  try {
    return await reader.read();
  } finally {
    clearTimeout(timer);
  }
}

/** Undefined for what is not JSON: such an event is passed over. */
function parseEvent(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    console.warn("An event of the chat stream is not JSON and was skipped.");
    return undefined;
  }
}

async function httpError(response: Response): Promise<HttpError> {
  const { status, statusText } = response;
  const { reason, code, fields = {} } = readFailure(await response.json().catch(() => null));
  return {
    kind: "httpError",
    status,
    statusText: statusText || statusPhrase(status),
    reason: reason ?? null,
    code: code ?? null,
    retryAfterSeconds: parseRetryAfterSeconds(response.headers.get("retry-after")),
    fields,
  };
}

/** Null for what is no number of seconds: a date would be told on the server's clock, and ours may be wrong. */
function parseRetryAfterSeconds(retryAfter: string | null): number | null {
  return retryAfter !== null && /^\d{1,9}$/.test(retryAfter.trim()) ? Number(retryAfter) : null;
}

/** A sign-in page or a plain JSON reply in the place of a stream, as some proxies give. */
function isWrongContentType(response: Response): boolean {
  return /^(text\/html|application\/json)\b/i.test(response.headers.get("content-type") ?? "");
}

function buildHeaders(endpoint: string, token: string | null, headers: Record<string, string>): Record<string, string> {
  return {
    ...headers,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    // Another host would have to allow this header, and it has no cookie of ours to protect.
    ...(endpoint.startsWith("/") ? { [clientHeader.name]: clientHeader.value } : {}),
  };
}

function trimEndpoint(endpoint: string): string {
  return endpoint.trim().replace(/\/+$/, "");
}
