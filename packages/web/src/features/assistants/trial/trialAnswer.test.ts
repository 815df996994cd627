import { AssistantContent } from "@lectern/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readUnstoredAnswer } from "../../../entities/chat/runs/readUnstoredAnswer.ts";
import { queryClient } from "../../../lib/queryClient.ts";
import { buildTrialRequest } from "./buildTrialRequest.ts";

type Reply = (init: RequestInit) => Response | Promise<Response>;
/** How the server answers the posts of a trial, in turn. */
let replies: Reply[];
let posted: { body: Record<string, unknown> | null; authorization: string | null }[];
let tokenCount: number;
let isSignedIn: boolean;

beforeEach(() => {
  // Another file may have left a session.
  queryClient.clear();
  replies = [];
  posted = [];
  tokenCount = 0;
  isSignedIn = true;
  vi.stubGlobal("requestAnimationFrame", (work: () => void) => setTimeout(work));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    if (url === "/api/session") return Response.json(createSession());
    posted.push({
      body: typeof init.body === "string" ? JSON.parse(init.body) : null,
      authorization: new Headers(init.headers).get("authorization"),
    });
    const reply = replies.shift();
    if (!reply) throw new TypeError("Failed to fetch");
    return reply(init);
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const createSession = () => ({
  user: isSignedIn ? { id: "u1" } : null,
  accessToken: isSignedIn ? `token-${++tokenCount}` : null,
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
});

const encode = (events: readonly object[]) =>
  new TextEncoder().encode(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""));

function toStream(events: readonly object[], init: RequestInit, staysOpen = false): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(encode(events));
      if (!staysOpen) controller.close();
      init.signal?.addEventListener("abort", () => controller.error(new DOMException("", "AbortError")));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

const refuse =
  (status: number, body: object): Reply =>
  () =>
    Response.json(body, { status });

const model = { id: "m", outputTokenLimit: 100 };

function read(signal = new AbortController().signal) {
  const content = AssistantContent.parse({ name: "Guide" });
  const trial = { content, assistantId: null, groupId: null, groupType: null };
  const body = buildTrialRequest({ trial, model: model as never, requestId: "r1", previous: [], question: "Why?" });
  return readUnstoredAnswer({ endpoint: "/chat", userId: "u1", body, requestId: "r1", signal, onAnswer() {} });
}

const written = { s: "0", d: "Because" };

test("a refusal says why: a spent budget, a model that is gone, a lost sign-in", async () => {
  const spent = { period: "Hourly", limit: 5, spent: 5.2, resetsAt: "2026-11-21T15:00:00.000Z" };
  replies = [refuse(429, { message: "Limit reached.", rateLimitInfo: spent })];
  expect((await read()).end.message).toMatch(/^You have used your \$5\.00 for this hour\. The limit resets /);
  replies = [refuse(403, { message: "This model isn’t available to you." })];
  expect((await read()).end).toMatchObject({ end: "failed", message: "This model isn’t available to you." });
  queryClient.clear();
  isSignedIn = false;
  expect((await read()).end).toEqual({ end: "failed", message: "You are signed out." });
});

test("a token that the server rejects is renewed once", async () => {
  replies = [refuse(401, { message: "Expired." }), (init) => toStream([written, { s: "meta", end: "done" }], init)];
  expect((await read()).answer.content).toBe("Because");
  expect(posted.map(({ authorization }) => authorization)).toEqual(["Bearer token-1", "Bearer token-2"]);
});

test("without a connection nothing is lost but the answer, and a broken one keeps what was received", async () => {
  expect((await read()).end).toMatchObject({
    end: "failed",
    message: expect.stringMatching(/^The server can’t be reached\./),
  });
  // The run is gone when the stream is read on.
  replies = [(init) => toStream([written], init), refuse(404, { message: "Not found." })];
  const { answer, end } = await read();
  expect(answer.content).toBe("Because");
  expect(end).toEqual({ end: "stopped", code: "interrupted" });
});

test("stopping closes the stream and stops the run on the server, with a new token if the first has expired", async () => {
  const controller = new AbortController();
  const stopped = Promise.withResolvers<void>();
  replies = [
    (init) => {
      setTimeout(() => controller.abort());
      return toStream([written], init, true);
    },
    refuse(401, { message: "Expired." }),
    () => {
      stopped.resolve();
      return Response.json({ status: "OK" });
    },
  ];
  const { answer, end } = await read(controller.signal);
  expect([answer.content, end]).toEqual(["Because", { end: "stopped" }]);
  await stopped.promise;
  const kill = { killSwitch: { requestId: "r1", value: true } };
  expect(posted.slice(1)).toEqual([
    { body: kill, authorization: "Bearer token-1" },
    { body: kill, authorization: "Bearer token-2" },
  ]);
});
