import { clientHeader, type OpCallInput, type OpDefinition, type OpEntryPoint, type OpOutput } from "@lectern/contract";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { CallError, readFailure } from "./callError.ts";
import { statusPhrase } from "./statusPhrase.ts";

export interface CallOptions {
  signal?: AbortSignal;
}

/**
 * Calls an op and gives its result: through the proxy, or at its own address where it has the direct door. Throws CallError; when `signal` aborts, the signal's own reason.
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
    const message = `Error calling ${name}: ${statusPhrase(response.status)}.`;
    throw new CallError(message, { ...failure, status: response.status });
  }
  const result = await readResult(name, response, op.entryPoint, signal);
  if (result.success !== true) {
    throw new CallError(`Error calling ${name}: ${statusPhrase(response.status)}.`, {
      ...readFailure(result),
      status: response.status,
    });
  }
  const { success: _, ...fields } = result;
  // The server parsed what it sent with `op.output`, the schema that this type is made from.
  return (op.responseEnvelope === "data" ? fields.data : fields) as OpOutput<Op>;
}

const unauthenticatedListeners = new Set<() => void>();

/** Calls `listener` whenever the proxy answers that nobody is signed in. Gives the function that ends that. */
export function onUnauthenticated(listener: () => void): () => void {
  unauthenticatedListeners.add(listener);
  return () => unauthenticatedListeners.delete(listener);
}

function requestOf(op: OpDefinition, input: unknown) {
  const request = { method: op.method, path: op.path, op: "" };
  if (op.method !== "GET" && op.method !== "DELETE") return { ...request, data: encodeBase64(JSON.stringify(input)) };
  const given = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  const queryParams = given.map(([name, value]) => [name, encodeBase64(JSON.stringify(value))]);
  return { ...request, queryParams: Object.fromEntries(queryParams) };
}

function sendToProxy(name: string, op: OpDefinition, input: unknown, signal: AbortSignal | undefined) {
  return send(name, "/api/requestOp", "POST", { data: requestOf(op, input) }, signal);
}

function sendDirect(name: string, { method, path }: OpDefinition, input: unknown, signal: AbortSignal | undefined) {
  if (method !== "GET" && method !== "DELETE") return send(name, path, method, input, signal);
  const given = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]));
  return send(name, `${path}?${query}`, method, undefined, signal);
}

async function send(
  name: string,
  address: string,
  method: string,
  body: unknown,
  signal: AbortSignal | undefined,
): Promise<Response> {
  try {
    return await fetch(address, {
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
    throw new CallError(`Network Error calling ${name}.`, { cause });
  }
}

async function readResult(
  name: string,
  response: Response,
  door: OpEntryPoint,
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    const result = door === "direct" ? body : opened(body);
    if (typeof result === "object" && result !== null) return Object.fromEntries(Object.entries(unwrapped(result)));
    throw new TypeError("the reply is not an object");
  } catch (cause) {
    signal?.throwIfAborted();
    throw new CallError(`Error parsing response from ${name}.`, { status: response.status, cause });
  }
}

/** The result of the reply style `body`, which stands in it as JSON text; any other as it is. */
function unwrapped(result: object): object {
  if (!("statusCode" in result && "body" in result && typeof result.body === "string")) return result;
  const inner: unknown = JSON.parse(result.body);
  return typeof inner === "object" && inner !== null ? inner : result;
}

/** What stands in the proxy's envelope; undefined where it is none. */
function opened(envelope: unknown): unknown {
  const isEnvelope = typeof envelope === "object" && envelope !== null && "data" in envelope;
  return isEnvelope && typeof envelope.data === "string" ? JSON.parse(decodeBase64(envelope.data)) : undefined;
}
