import type { BrowserEvent } from "@lectern/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readEventStream } from "./readEventStream.ts";

let events: [string, BrowserEvent][];
let aliveCount: number;
let body: ReadableStreamDefaultController<Uint8Array>;
let requests: RequestInit[];
const read = (lastEventId: string | null = null, signal = new AbortController().signal) =>
  readEventStream(
    "ann",
    lastEventId,
    {
      onEvent: (id, event) => void events.push([id, event]),
      onAlive: () => {
        aliveCount += 1;
      },
    },
    signal,
  );
const push = (text: string) => body.enqueue(new TextEncoder().encode(text));

beforeEach(() => {
  vi.useFakeTimers();
  [events, aliveCount, requests] = [[], 0, []];
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    requests.push(init);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        body = controller;
        init.signal?.addEventListener("abort", () => controller.error(new DOMException("aborted", "AbortError")));
      },
    });
    return new Response(stream);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("events arrive with their ids, also in parts; unknown ones are skipped, and heartbeats only show life", async () => {
  const end = read("a.0");
  await vi.advanceTimersByTimeAsync(0);
  push('id: a.1\ndata: {"type":"set');
  push('tings"}\n\n:\n\nid: a.2\ndata: {"type":"later"}\n\nid: a.3\ndata: nonsense\n\n');
  push('id: a.4\ndata: {"type":"prompts","cursor":3}\n\n');
  body.close();
  expect(await end).toEqual({ kind: "closed" });
  expect(events).toEqual([
    ["a.1", { type: "settings" }],
    ["a.4", { type: "prompts", cursor: 3 }],
  ]);
  expect(aliveCount).toBe(3);
  expect(requests[0]?.headers).toEqual({
    "x-lectern-client": "web",
    "x-lectern-person": "ann",
    "last-event-id": "a.0",
  });
});

test("a stream without heartbeats counts as broken", async () => {
  const end = read();
  await vi.advanceTimersByTimeAsync(40_000);
  push(":\n\n");
  await vi.advanceTimersByTimeAsync(40_000);
  push(":\n\n");
  await vi.advanceTimersByTimeAsync(46_000);
  expect(await end).toEqual({ kind: "failed", status: null, retryAfterMs: 0 });
});

test("a rejection has its status and when to try again", async () => {
  vi.stubGlobal("fetch", async () => new Response("{}", { status: 503, headers: { "retry-after": "2" } }));
  expect(await read()).toEqual({ kind: "failed", status: 503, retryAfterMs: 2_000 });
  vi.stubGlobal("fetch", async () => Response.error());
  expect(await read()).toMatchObject({ kind: "failed" });
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("Failed to fetch")));
  expect(await read()).toEqual({ kind: "failed", status: null, retryAfterMs: 0 });
});

test("an abort ends the stream", async () => {
  const controller = new AbortController();
  const end = read(null, controller.signal);
  await vi.advanceTimersByTimeAsync(0);
  controller.abort();
  expect(await end).toMatchObject({ kind: "failed", status: null });
});
