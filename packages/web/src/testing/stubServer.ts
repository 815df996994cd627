import * as contract from "@lectern/contract";
import {
  type BrowserEvent,
  browserEventsPath,
  type OpCallInput,
  type OpDefinition,
  type OpOutput,
  type PublicConfig,
  type SessionResponse,
  type SessionUser,
} from "@lectern/contract";
import * as z from "zod/mini";
import { decodeBase64, encodeBase64 } from "../lib/base64.ts";
import { answerByDefault } from "./defaultAnswers.ts";

/** Answers a call with the op's result. Throw a `Failure` to reject it. */
type Respond<Op extends OpDefinition> = (input: OpInputOf<Op>) => OpOutput<Op> | Promise<OpOutput<Op>>;
type OpInputOf<Op extends OpDefinition> = OpCallInput<Op>;

/** How the stubbed server rejects a call. `status: null`: the server cannot be reached. */
export class Failure extends Error {
  readonly status: number | null;
  readonly code: string;
  /** Further fields of the failure. */
  readonly fields: object;
  constructor(
    message: string,
    { status = 500, code = "internal", fields = {} }: { status?: number | null; code?: string; fields?: object } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.fields = fields;
  }
}

/** Returns null for the requests that it does not answer. */
type RequestHandler = (request: Request) => Promise<Response | null> | Response | null;

interface Call {
  op: string;
  input: unknown;
}

interface ServerState {
  session: SessionResponse;
  responders: Map<string, Respond<OpDefinition>>;
  /** Handlers of other requests, for example of chats and uploads. The newest one that returns a response answers. */
  requestHandlers: RequestHandler[];
  calls: Call[];
  eventStreams: Set<ReadableStreamDefaultController<Uint8Array>>;
  eventCount: number;
  problems: string[];
}

export const testConfig: PublicConfig = {
  productName: "Lectern",
  chatEndpoint: "/chat",
  policyUrl: null,
  contactEmail: null,
  supportEmail: null,
  version: "0.0.0",
  uploadMaxBytes: 100_000_000,
  uploadExtensions: null,
  recognizesText: false,
  locksWhileAnswering: false,
  logoUrl: null,
  accentColor: null,
  helpUrl: null,
  conditions: null,
  banner: null,
  starters: [],
  defaultStorage: "local",
  promptCostAlert: null,
};

let personCount = 0;
let state = createState();
const sendToNetwork = globalThis.fetch;

/** Starts a test with a server that answers only what a signed-in person's empty workspace needs. */
export function resetServer(): void {
  for (const stream of state.eventStreams) stream.close();
  state = createState();
  globalThis.fetch = handleFetch;
}

/** Returns what the test asked for and no stub answered. */
export const listProblems = (): readonly string[] => state.problems;

/** The person who is signed in. Each test has another one, so that nothing that a browser stores reaches the next. */
export const getPerson = (): SessionUser => {
  if (!state.session.user) throw new Error("nobody is signed in");
  return state.session.user;
};

/** The public configuration. */
export const getConfig = (): PublicConfig => state.session.config;

export function stubSession(changes: Partial<SessionResponse>): void {
  state.session = { ...state.session, ...changes };
}

export const stubConfig = (changes: Partial<PublicConfig>): void =>
  stubSession({ config: { ...state.session.config, ...changes } });

/** Answers the calls of an op from now on, with a result or with what a function returns for their input. */
export function stubOp<Op extends OpDefinition>(op: Op, answer: OpOutput<Op> | Respond<Op>): void {
  const respond = typeof answer === "function" ? answer : () => answer;
  // The input of a call has been parsed with the schema of its op.
  state.responders.set(nameOf(op), respond as Respond<OpDefinition>);
}

/** Rejects the calls of an op from now on. */
export function failOp(op: OpDefinition, message: string, options?: ConstructorParameters<typeof Failure>[1]): void {
  state.responders.set(nameOf(op), () => {
    throw new Failure(message, options);
  });
}

/** Holds back the answers to an op until `release` is called. `reached` resolves when the first call has arrived. */
export function pauseOp(op: OpDefinition): { reached: Promise<void>; release: () => void } {
  const arrival = Promise.withResolvers<void>();
  const releaseSignal = Promise.withResolvers<void>();
  const respond = state.responders.get(nameOf(op));
  state.responders.set(nameOf(op), async (input) => {
    arrival.resolve();
    await releaseSignal.promise;
    return respond ? respond(input) : answerByDefault(op, input);
  });
  return { reached: arrival.promise, release: releaseSignal.resolve };
}

/**
 * Answers the calls of an op with `respond`, which can pass them on to what has answered until now. Returns the function
 * that ends this.
 */
export function interceptOp<Op extends OpDefinition>(
  op: Op,
  respond: (input: OpInputOf<Op>, answer: () => Promise<OpOutput<Op>>) => OpOutput<Op> | Promise<OpOutput<Op>>,
): () => void {
  const name = nameOf(op);
  const replaced = state.responders.get(name);
  state.responders.set(name, (input) =>
    // An op is called with its own input, and answered with its own output.
    respond(
      input as OpInputOf<Op>,
      async () => (replaced ? replaced(input) : answerByDefault(op, input)) as OpOutput<Op>,
    ),
  );
  return () => void (replaced ? state.responders.set(name, replaced) : state.responders.delete(name));
}

/** The inputs with which an op was called, oldest first. */
export function listInputs<Op extends OpDefinition>(op: Op): OpInputOf<Op>[] {
  return state.calls.filter((call) => call.op === nameOf(op)).map(({ input }) => input as OpInputOf<Op>); // parsed
}

/** Answers other requests than calls of ops. */
export function stubRequests(handle: RequestHandler): void {
  state.requestHandlers.unshift(handle);
}

/** Sends an event to the page, as the server does when something has changed elsewhere. */
export function emitBrowserEvent(event: BrowserEvent): void {
  const frame = new TextEncoder().encode(`id: ${++state.eventCount}\ndata: ${JSON.stringify(event)}\n\n`);
  for (const stream of state.eventStreams) stream.enqueue(frame);
}

/** The name of an op, such as `GET /groups/list`. */
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

function createState(): ServerState {
  personCount += 1;
  const person = `person-${personCount}-${crypto.randomUUID().slice(0, 8)}`;
  return {
    session: {
      user: { id: person, email: `${person}@example.org`, name: person, isAdmin: false },
      accessToken: "token-of-the-test",
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
      lastEventId: "0",
      config: testConfig,
    },
    responders: new Map(),
    requestHandlers: [],
    calls: [],
    eventStreams: new Set(),
    eventCount: 0,
    problems: [],
  };
}

async function handleFetch(resource: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(resource, init);
  const { origin, pathname } = new URL(request.url);
  for (const handle of state.requestHandlers) {
    const response = await handle(request.clone());
    if (response) return response;
  }
  if (pathname === "/api/session") return Response.json(state.session);
  if (pathname === browserEventsPath) return openEventStream(request.signal);
  if (pathname === "/api/requestOp") return answerProxyCall(await request.json(), request.signal);
  const directOp = findDirectOp(request.method, pathname);
  if (directOp) return answerDirectCall(directOp, request);
  if (origin === location.origin && !/^\/(api|chat|auth|files)(\/|$)/.test(pathname))
    return sendToNetwork(resource, init);
  state.problems.push(`nothing answers ${request.method} ${pathname}`);
  return Response.json({ success: false, code: "notFound", message: "Not stubbed." }, { status: 404 });
}

function openEventStream(signal: AbortSignal): Response {
  const { eventStreams } = state;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      eventStreams.add(controller);
      controller.enqueue(new TextEncoder().encode(":\n\n"));
      signal.addEventListener("abort", () => {
        if (eventStreams.delete(controller)) controller.error(signal.reason);
      });
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

const ProxyRequest = z.object({
  data: z.object({
    method: z.string(),
    path: z.string(),
    op: z.string(),
    data: z.optional(z.string()),
    queryParams: z.optional(z.record(z.string(), z.string())),
  }),
});

async function answerProxyCall(body: unknown, signal: AbortSignal): Promise<Response> {
  const { data: call } = z.parse(ProxyRequest, body);
  const op = ops.find((each) => each.method === call.method && each.path === call.path + call.op);
  if (!op) throw new Error(`the contract has no op ${call.method} ${call.path}${call.op}`);
  const result = await answerCall(op, readInput(call), signal);
  return result instanceof Response ? result : Response.json({ data: encodeBase64(JSON.stringify(result)) });
}

async function answerDirectCall(op: OpDefinition, request: Request): Promise<Response> {
  const hasBody = request.method !== "GET" && request.method !== "DELETE";
  const input = hasBody ? await request.json() : Object.fromEntries(new URL(request.url).searchParams);
  const result = await answerCall(op, input, request.signal);
  return result instanceof Response ? result : Response.json(result);
}

/** Returns the result in the op's envelope, or the response that rejects the call. */
async function answerCall(op: OpDefinition, rawInput: unknown, signal: AbortSignal): Promise<object | Response> {
  const input = z.parse(op.input, rawInput);
  state.calls.push({ op: nameOf(op), input });
  try {
    const respond = state.responders.get(nameOf(op));
    const result = await (respond ? respond(input) : answerByDefault(op, input));
    signal.throwIfAborted();
    if (result === undefined) {
      state.problems.push(`nothing answers ${nameOf(op)}: use stubOp()`);
      throw new Failure("Not stubbed.", { status: 404, code: "notFound" });
    }
    return wrapResult(op, z.parse(op.output, result));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.status === null) throw new TypeError("Failed to fetch");
    const { message, code, status, fields } = error;
    return Response.json({ ...fields, success: false, message, code, requestId: "request-of-the-test" }, { status });
  }
}

const isOp = (value: unknown): value is OpDefinition =>
  typeof value === "object" && value !== null && "responseEnvelope" in value;

const ops: readonly OpDefinition[] = Object.values<unknown>(contract).filter(isOp);

const findDirectOp = (method: string, path: string) =>
  ops.find((op) => op.entryPoint === "direct" && op.method === method && op.path === path);

function readInput({ data, queryParams = {} }: z.infer<typeof ProxyRequest>["data"]): unknown {
  const read = (text: string): unknown => JSON.parse(decodeBase64(text));
  if (data !== undefined) return read(data);
  return Object.fromEntries(Object.entries(queryParams).map(([name, value]) => [name, read(value)]));
}

function wrapResult({ responseEnvelope }: OpDefinition, result: unknown): object {
  if (responseEnvelope === "data") return { success: true, data: result };
  if (responseEnvelope === "location") return { success: true, statusCode: 302, body: result };
  const fields = { success: true, ...(result as object) }; // an op with another envelope returns an object
  return responseEnvelope === "fields" ? fields : { statusCode: 200, body: JSON.stringify(fields) };
}
