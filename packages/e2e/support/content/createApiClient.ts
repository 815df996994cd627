import type { ChatRequestInput, OpCallInput, OpDefinition, OpOutput } from "@lectern/contract";
import { type ChatStream, readChatStream } from "./chatStream.ts";

/** A client program that uses the server with a bearer token, as the API documentation describes. */
export interface ApiClient {
  /** Calls an op at its REST path. Throws on an error status; parses the result with the op's schema. */
  call<Op extends OpDefinition>(op: Op, input: OpCallInput<Op>): Promise<OpOutput<Op>>;
  /** Sends any request with the token; a body is sent as JSON. */
  request(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Posts a chat request and returns the stream of the answer. */
  ask(body: ChatRequestInput): Promise<ChatStream>;
  /** Follows a run from the event after `afterId`. */
  follow(requestId: string, afterId?: number): Promise<ChatStream>;
}

/** `url`: the server's origin. */
export function createApiClient(url: string, accessToken: string): ApiClient {
  const request: ApiClient["request"] = (method, path, body, headers = {}) =>
    fetch(new URL(path, url), {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    request,
    async call(op, input) {
      const carriesQuery = op.method === "GET" || op.method === "DELETE";
      const response = carriesQuery
        ? await request(op.method, `${op.path}?${queryOf(input)}`)
        : await request(op.method, op.path, { data: input });
      const text = await response.text();
      if (!response.ok) throw new Error(`${op.method} ${op.path} answered ${response.status}: ${text}`);
      const body: Record<string, unknown> = JSON.parse(text);
      return op.output.parse(openEnvelope(op, body)) as OpOutput<typeof op>; // parsed with the schema from which the type is inferred
    },
    ask: async (body) => readChatStream(await request("POST", "/chat", body)),
    follow: async (requestId, afterId = 0) =>
      readChatStream(await request("GET", `/chat/${requestId}`, undefined, { "last-event-id": String(afterId) })),
  };
}

function openEnvelope({ responseEnvelope }: OpDefinition, body: Record<string, unknown>): unknown {
  if (responseEnvelope === "data") return body.data;
  if (responseEnvelope === "location") return body.body;
  return responseEnvelope === "body" ? JSON.parse(String(body.body)) : body;
}

function queryOf(input: unknown): URLSearchParams {
  const entries = Object.entries(typeof input === "object" && input !== null ? input : {});
  return new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)]));
}
