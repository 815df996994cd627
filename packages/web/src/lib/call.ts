import { clientHeader, type OpDefinition, type OpInputGiven, type OpOutput } from "@lectern/contract";
import { decodeBase64, encodeBase64 } from "./base64.ts";
import { CallError, readFailure } from "./callError.ts";
import { statusPhrase } from "./statusPhrase.ts";

export interface CallOptions {
  signal?: AbortSignal;
}

/**
 * Calls an op through the proxy and gives its result. Throws CallError; when `signal` aborts, the signal's own reason.
 */
export async function call<Op extends OpDefinition>(
  op: Op,
  input: OpInputGiven<Op>,
  options: CallOptions = {},
): Promise<OpOutput<Op>> {
  const name = `${op.method} - ${op.path}`;
  const { signal } = options;
  const response = await post(name, requestOf(op, input), signal);
  if (!response.ok) {
    if (response.status === 401) for (const listener of unauthenticatedListeners) listener();
    const failure = readFailure(await response.json().catch(() => null));
    const message = `Error calling ${name}: ${statusPhrase(response.status)}.`;
    throw new CallError(message, { ...failure, status: response.status });
  }
  const result = await readResult(name, response, signal);
  if (result.success !== true) {
    throw new CallError(`Error calling ${name}: ${statusPhrase(response.status)}.`, {
      ...readFailure(result),
      status: response.status,
    });
  }
  const { success: _, ...fields } = result;
  // The server parsed what it sent with `op.output`, the schema that this type is made from.
  return (op.reply === "data" ? fields.data : fields) as OpOutput<Op>;
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

async function post(name: string, request: object, signal: AbortSignal | undefined): Promise<Response> {
  try {
    return await fetch("/api/requestOp", {
      method: "POST",
      headers: { "content-type": "application/json", [clientHeader.name]: clientHeader.value },
      body: JSON.stringify({ data: request }),
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
  signal: AbortSignal | undefined,
): Promise<Record<string, unknown>> {
  try {
    const envelope: unknown = await response.json();
    if (typeof envelope === "object" && envelope !== null && "data" in envelope && typeof envelope.data === "string") {
      const result: unknown = JSON.parse(decodeBase64(envelope.data));
      if (typeof result === "object" && result !== null) return Object.fromEntries(Object.entries(result));
    }
    throw new TypeError("the reply is not an object in base64");
  } catch (cause) {
    signal?.throwIfAborted();
    throw new CallError(`Error parsing response from ${name}.`, { status: response.status, cause });
  }
}
