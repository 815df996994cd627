import { clientHeader, type OpCallInput, type OpDefinition, type OpEntryPoint, type OpOutput } from "@lectern/contract";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { type CallErrorDetails, createParseError, createStatusError, NetworkError, readFailure } from "./callError.ts";

export interface CallOptions {
  signal?: AbortSignal;
}

/**
 * Calls an op and returns its result. Uses the proxy, or the op's own URL if its entry point is `direct`. Throws
 * CallError, or the signal's reason if `signal` aborts.
 */
export async function call<Op extends OpDefinition>(
  op: Op,
  input: OpCallInput<Op>,
  options: CallOptions = {},
): Promise<OpOutput<Op>> {
  const name = `${op.method} - ${op.path}`;
  const { signal } = options;
  const response = await (op.entryPoint === "direct"
    ? sendDirect(name, op, input, signal)
    : sendToProxy(name, op, input, signal));
  if (!response.ok) {
    if (response.status === 401) for (const listener of unauthenticatedListeners) listener();
    const failure = readFailure(await response.json().catch(() => null));
    reportFailure(failure);
    throw createStatusError(name, response.status, failure);
  }
  const result = await readResult(name, response, op.entryPoint, signal);
  if (result.success !== true) {
    throw createStatusError(name, response.status, readFailure(result));
  }
  const { success: _, ...fields } = result;
  // The server has parsed the result with `op.output`, from which this type is inferred.
  return openEnvelope(op, fields) as OpOutput<Op>;
}

function openEnvelope({ responseEnvelope }: OpDefinition, fields: Record<string, unknown>): unknown {
  if (responseEnvelope === "data") return fields.data;
  return responseEnvelope === "location" ? fields.body : fields;
}

const unauthenticatedListeners = new Set<() => void>();

/** Calls `listener` whenever a call gets a response with status 401. Returns the unsubscribe function. */
export function onUnauthenticated(listener: () => void): () => void {
  unauthenticatedListeners.add(listener);
  return () => unauthenticatedListeners.delete(listener);
}

const disclosureListeners = new Set<() => void>();

/** Calls `listener` whenever the server rejects a request until the person accepts the data disclosure agreement. */
export function onDisclosureRequired(listener: () => void): () => void {
  disclosureListeners.add(listener);
  return () => disclosureListeners.delete(listener);
}

/** Tells the listeners of `onDisclosureRequired` if this is why the server has rejected a request. */
export function reportFailure({ fields }: Pick<CallErrorDetails, "fields">): void {
  if (fields?.error === "DisclosureRequired") for (const listener of disclosureListeners) listener();
}

function toProxyRequest(op: OpDefinition, input: unknown) {
  const request = { method: op.method, path: op.path, op: "" };
  if (op.method !== "GET" && op.method !== "DELETE") return { ...request, data: encodeBase64(JSON.stringify(input)) };
  const fields = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  const queryParams = fields.map(([name, value]) => [name, encodeBase64(JSON.stringify(value))]);
  return { ...request, queryParams: Object.fromEntries(queryParams) };
}

function sendToProxy(name: string, op: OpDefinition, input: unknown, signal: AbortSignal | undefined) {
  return send(name, "/api/requestOp", "POST", { data: toProxyRequest(op, input) }, signal);
}

function sendDirect(name: string, { method, path }: OpDefinition, input: unknown, signal: AbortSignal | undefined) {
  if (method !== "GET" && method !== "DELETE") return send(name, path, method, input, signal);
  const fields = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(fields.map(([key, value]): [string, string] => [key, String(value)]));
  return send(name, `${path}?${query}`, method, undefined, signal);
}

async function send(
  name: string,
  url: string,
  method: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        [clientHeader.name]: clientHeader.value,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new NetworkError(name, cause);
  }
}

async function readResult(
  name: string,
  response: Response,
  entryPoint: OpEntryPoint,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>> {
  const text = await response.text().catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new NetworkError(name, cause);
  });
  try {
    const body: unknown = JSON.parse(text);
    const result = entryPoint === "direct" ? body : decodeProxyEnvelope(body);
    if (typeof result === "object" && result !== null) return Object.fromEntries(Object.entries(unwrapBody(result)));
    throw new TypeError("the reply is not an object");
  } catch (cause) {
    throw createParseError(name, response.status, cause);
  }
}

/** Unwraps the response envelope `body`, which contains the result as JSON text. Returns any other result unchanged. */
function unwrapBody(result: object): object {
  if (!("statusCode" in result && "body" in result && typeof result.body === "string")) return result;
  const inner: unknown = JSON.parse(result.body);
  return typeof inner === "object" && inner !== null ? inner : result;
}

/** Decodes the proxy's envelope; undefined if `envelope` is not one. Throws if its content is malformed. */
function decodeProxyEnvelope(envelope: unknown): unknown {
  const isEnvelope = typeof envelope === "object" && envelope !== null && "data" in envelope;
  return isEnvelope && typeof envelope.data === "string" ? JSON.parse(decodeBase64(envelope.data)) : undefined;
}
