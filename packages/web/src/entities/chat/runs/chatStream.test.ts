import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { followRun, killRun, postChat, type StreamResult } from "./chatStream.ts";

const body = { model: "m", messages: [{ role: "user" as const, content: "hi" }] };
const eventStreamHeaders = { "content-type": "text/event-stream" };
let respond: (address: string, init: RequestInit) => Promise<Response>;
let requests: { address: string; init: RequestInit }[];

beforeEach(() => {
  requests = [];
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    requests.push({ address, init });
    return respond(address, init);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** Creates a stream that sends the chunks and then closes, or fails if `breaks` is true. */
function createStream(chunks: readonly Uint8Array[], breaks = false): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks[next++];
      if (chunk) controller.enqueue(chunk);
      else if (breaks) controller.error(new TypeError("network error"));
      else controller.close();
    },
  });
}

function answerWith(text: string, breaks = false) {
  respond = async () =>
    new Response(createStream([new TextEncoder().encode(text)], breaks), { headers: eventStreamHeaders });
}

async function post(endpoint = "/chat"): Promise<{ result: StreamResult; events: unknown[]; openCount: number }> {
  const events: unknown[] = [];
  let openCount = 0;
  const result = await postChat({
    endpoint,
    token: "t0ken",
    body,
    onEvent: (event, id) => events.push([id, event]),
    onOpen: () => {
      openCount++;
    },
  });
  return { result, events, openCount };
}

describe("a chat's stream", () => {
  test("[C7.45] [C6.01] is a POST with a JSON body and the bearer token", async () => {
    answerWith('id: 1\ndata: {"s":"a","d":"Hello"}\n\ndata: [DONE]\n\n');
    const { events, openCount } = await post("/answers");
    expect(events).toEqual([[1, { s: "a", d: "Hello" }]]);
    expect(openCount).toBe(1);
    const { address, init } = requests[0] ?? { address: "", init: {} };
    expect(address).toBe("/answers");
    expect(init.method).toBe("POST");
    expect(JSON.parse(String(init.body))).toEqual(body);
    expect(new Headers(init.headers).get("authorization")).toBe("Bearer t0ken");
    expect(new Headers(init.headers).get("content-type")).toBe("application/json");
  });

  test("[C7.47] ends at [DONE]; what comes after it is not read", async () => {
    answerWith('id: 3\ndata: {"s":"a","d":"x"}\n\ndata: [DONE]\n\nid: 4\ndata: {"s":"a","d":"y"}\n\n');
    const { result, events } = await post();
    expect(result).toEqual({ kind: "ended", lastEventId: 3 });
    expect(events).toHaveLength(1);
  });

  test("skips comments and events that are not JSON", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    answerWith(': heartbeat\n\nid: 1\ndata: {broken\n\nid: 2\ndata: {"s":"a","d":"x"}\n\ndata: [DONE]\n\n');
    const { events } = await post();
    expect(events).toEqual([[2, { s: "a", d: "x" }]]);
    vi.restoreAllMocks();
  });

  test("that breaks or closes before its end is broken after the last complete event", async () => {
    for (const breaks of [true, false]) {
      answerWith('id: 7\ndata: {"s":"a","d":"x"}\n\nid: 8\ndata: {"s":"a', breaks);
      const { result, events } = await post();
      expect(result).toEqual({ kind: "broken", lastEventId: 7 });
      expect(events).toHaveLength(1);
    }
  });

  test.each([
    ["it had a heartbeat", ": beat\n\n", {}],
    ["its server is ours, which sends heartbeats", "", { "x-lectern-run": "r1" }],
  ])("that becomes silent is broken if %s", async (_, comment, headers) => {
    vi.useFakeTimers();
    const text = `${comment}id: 1\ndata: {"s":"a","d":"x"}\n\n`;
    const silentStream = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(text)) });
    respond = async () => new Response(silentStream, { headers: { ...eventStreamHeaders, ...headers } });
    let postResult: Awaited<ReturnType<typeof post>> | null = null;
    void post().then((outcome) => {
      postResult = outcome;
    });
    // The fake clock does not advance while the bytes are read.
    while (!postResult) await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(postResult).toMatchObject({ result: { kind: "broken", lastEventId: 1 } });
  });

  test("gives the same events however its bytes are split", async () => {
    const textsArbitrary = fc.array(fc.string({ unit: "grapheme", maxLength: 30 }), { minLength: 1, maxLength: 8 });
    const cutsArbitrary = fc.array(fc.nat(), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        textsArbitrary,
        cutsArbitrary,
        fc.constantFrom("\n", "\r\n"),
        async (parts, offsets, newline) => {
          const frames = parts.map(
            (d, index) => `id: ${index + 1}\ndata: ${JSON.stringify({ s: "a", d })}\n\n: beat\n\n`,
          );
          const text = `${frames.join("")}data: [DONE]\n\n`.replaceAll("\n", newline);
          const bytes = new TextEncoder().encode(text);
          const positions = [...new Set(offsets.map((cut) => cut % bytes.length)), 0, bytes.length].sort(
            (a, b) => a - b,
          );
          const chunks = positions.slice(1).map((end, index) => bytes.slice(positions[index], end));
          respond = async () => new Response(createStream(chunks), { headers: eventStreamHeaders });
          const { result, events } = await post();
          expect(events).toEqual(parts.map((d, index) => [index + 1, { s: "a", d }]));
          expect(result).toEqual({ kind: "ended", lastEventId: parts.length });
        },
      ),
    );
  });
});

describe("other results of a chat", () => {
  test("[C7.46] without an endpoint nothing is sent and the result says so", async () => {
    expect((await post(" ")).result).toEqual({ kind: "noEndpoint" });
    expect(requests).toEqual([]);
  });

  test("a status other than 200 is returned with its text and the server's reason", async () => {
    const failure = { success: false, message: "Too many requests", code: "rateLimited", requestId: "r" };
    respond = async () => Response.json(failure, { status: 429 });
    const { result, openCount } = await post();
    expect(result).toEqual({
      kind: "httpError",
      status: 429,
      statusText: "Too Many Requests",
      reason: "Too many requests",
      code: "rateLimited",
      retryAfterSeconds: null,
      fields: {},
    });
    expect(openCount).toBe(0);
  });

  test.each([
    ["7", 7],
    ["soon", null],
    ["Wed, 21 Oct 2026 07:28:00 GMT", null],
  ])("Retry-After: %s is %s seconds", async (retryAfter, retryAfterSeconds) => {
    respond = async () => Response.json({}, { status: 429, headers: { "retry-after": retryAfter } });
    expect((await post()).result).toMatchObject({ retryAfterSeconds });
  });

  test("a page instead of a stream is an error, too", async () => {
    respond = async () => new Response("<html>", { headers: { "content-type": "text/html" } });
    expect((await post()).result).toMatchObject({ kind: "httpError", status: 200, reason: null });
  });

  test("no response is a network error, or aborted if the caller aborted", async () => {
    respond = () => Promise.reject(new TypeError("Failed to fetch"));
    expect((await post()).result).toEqual({ kind: "networkError" });
    const onEvent = () => {};
    const signal = AbortSignal.abort();
    const result = await postChat({ endpoint: "/chat", token: null, body, signal, onEvent });
    expect(result).toEqual({ kind: "aborted", lastEventId: 0 });
  });
});

describe("following a run", () => {
  const follow = (afterEventId: number, events: unknown[] = []) =>
    followRun({
      endpoint: "/chat/",
      token: "t0ken",
      requestId: "r 1",
      afterEventId,
      onEvent: (event, id) => events.push([id, event]),
    });

  test("[C6.01] requests the events after the last one read with the bearer token, and drops events that were read before", async () => {
    answerWith('id: 4\ndata: {"s":"a","d":"old"}\n\nid: 5\ndata: {"s":"a","d":"new"}\n\ndata: [DONE]\n\n');
    const events: unknown[] = [];
    expect(await follow(4, events)).toEqual({ kind: "ended", lastEventId: 5 });
    expect(events).toEqual([[5, { s: "a", d: "new" }]]);
    expect(requests[0]?.address).toBe("/chat/r%201");
    expect(new Headers(requests[0]?.init.headers).get("last-event-id")).toBe("4");
    expect(new Headers(requests[0]?.init.headers).get("authorization")).toBe("Bearer t0ken");
  });

  test("from the start sends no event number", async () => {
    answerWith("data: [DONE]\n\n");
    await follow(0);
    expect(new Headers(requests[0]?.init.headers).has("last-event-id")).toBe(false);
  });

  test("that is unknown or delivered is gone", async () => {
    for (const status of [204, 404]) {
      respond = async () => new Response(null, { status });
      expect(await follow(2)).toEqual({ kind: "gone" });
    }
  });
});

describe("[C7.49] the kill request", () => {
  test("[C7.49] [C6.01] is a POST to the chat endpoint that names the run, with the bearer token, and succeeds with status 200", async () => {
    respond = async () => Response.json({ status: "OK" });
    expect(await killRun("/answers", "t", "r1")).toBe(true);
    const { address, init } = requests[0] ?? { address: "", init: {} };
    expect(address).toBe("/answers");
    expect(init.method).toBe("POST");
    expect(new Headers(init.headers).get("authorization")).toBe("Bearer t");
    expect(JSON.parse(String(init.body))).toEqual({ killSwitch: { requestId: "r1", value: true } });
  });

  test("[C7.49] fails with any other status, and without a response", async () => {
    for (const status of [202, 204, 404]) {
      respond = async () => new Response(null, { status });
      expect(await killRun("/chat", "t", "r1")).toBe(false);
    }
    respond = () => Promise.reject(new TypeError("Failed to fetch"));
    expect(await killRun("/chat", "t", "r1")).toBe(false);
  });
});
