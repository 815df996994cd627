import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { CallError } from "../../../lib/callError.ts";
import { queryClient } from "../../../lib/queryClient.ts";
import { askAside } from "./askAside.ts";

const question = { modelId: "m", instruction: "Rewrite", material: "{}", temperature: 0.5, maxTokens: 4_000 };
let responses: (() => Response | Promise<Response>)[];
let requests: { method: string; token: string | null; body: unknown }[];
let sessionCount: number;

beforeEach(() => {
  // Another file may have left a session.
  queryClient.clear();
  responses = [];
  requests = [];
  sessionCount = 0;
  vi.stubGlobal("requestAnimationFrame", (work: () => void) => setTimeout(work));
  vi.stubGlobal("cancelAnimationFrame", clearTimeout);
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body, headers }: RequestInit) => {
    if (url === "/api/session") return Response.json(createSession());
    const token = new Headers(headers).get("authorization");
    requests.push({ method, token, body: typeof body === "string" ? JSON.parse(body) : null });
    return responses.shift()?.() ?? Response.json({ status: "OK" });
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
});

const createSession = () => ({
  user: { id: "u1" },
  accessToken: `token-${++sessionCount}`,
  expiresAt: new Date(Date.now() + 600_000).toISOString(),
});

const frame = (id: number, event: object) => `id: ${id}\ndata: ${JSON.stringify(event)}\n\n`;
const headers = { "content-type": "text/event-stream" };
const stream = (...frames: string[]) => new Response(`${frames.join("")}data: [DONE]\n\n`, { headers });
const broken = (...frames: string[]) => new Response(frames.join(""), { headers });
const fail = (status: number, message: string) => Response.json({ success: false, message }, { status });

function ask(signal = new AbortController().signal, onText: (text: string) => void = () => {}) {
  return askAside({ endpoint: "/chat", userId: "u1" }, question, { signal, onText });
}

test("[C7.51] a question beside the conversation uses the chat call, and streams its answer", async () => {
  const encoder = new TextEncoder();
  let continueStream = (_: string) => {};
  responses = [
    () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(encoder.encode(frame(1, { s: "m1", d: "New" })));
          continueStream = (text) => {
            controller.enqueue(encoder.encode(text));
            controller.close();
          };
        },
      });
      return new Response(body, { headers });
    },
  ];
  const texts: string[] = [];
  const answer = ask(undefined, (text) => {
    texts.push(text);
    // The rest is sent only when the beginning has been shown.
    continueStream(`${frame(2, { s: "m1", d: " text" })}${frame(3, { s: "meta", end: "done" })}data: [DONE]\n\n`);
  });
  expect(await answer).toBe("New text");
  expect(texts).toEqual(["New"]);
  expect(requests).toMatchObject([
    {
      method: "POST",
      token: "Bearer token-1",
      body: { model: "m", temperature: 0.5, max_tokens: 4_000, stream: true },
    },
  ]);
});

test("a rejected token is renewed once, and then the session is read again", async () => {
  responses = [
    () => fail(401, "Expired"),
    () => stream(frame(1, { s: "m1", d: "New" }), frame(2, { s: "meta", end: "done" })),
  ];
  expect(await ask()).toBe("New");
  expect(requests.map(({ token }) => token)).toEqual(["Bearer token-1", "Bearer token-2"]);
  expect(sessionCount).toBe(2);
  responses = [() => fail(401, "Expired"), () => fail(401, "Expired")];
  await expect(ask()).rejects.toThrow(CallError);
  await vi.waitFor(() => expect(sessionCount).toBe(4));
});

test("a broken answer continues where it stopped, and is not asked for again", async () => {
  responses = [
    () => broken(frame(1, { s: "m1", d: "New" })),
    () => stream(frame(2, { s: "m1", d: " text" }), frame(3, { s: "meta", end: "done" })),
  ];
  expect(await ask()).toBe("New text");
  expect(requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
});

test.each([
  ["the server refuses", () => fail(429, "Too many answers."), "Too many answers."],
  ["the model fails", () => stream(frame(1, { s: "meta", end: "failed", message: "It broke." })), "It broke."],
  [
    "the answer is cut off",
    () => stream(frame(1, { s: "m1", d: "New" }), frame(2, { s: "meta", end: "done", finishReason: "length" })),
    "The answer became too long. Select less, or ask for something shorter.",
  ],
])("if %s, there is a reason and no text", async (_, respond, reason) => {
  responses = [respond];
  await expect(ask()).rejects.toMatchObject({ reason });
});

test("an answer that is stopped also stops on the server", async () => {
  const controller = new AbortController();
  responses = [() => broken(frame(1, { s: "m1", d: "New" }))];
  const answer = ask(controller.signal, () => controller.abort());
  await expect(answer).rejects.toThrow("aborted");
  const [post, kill] = requests.map(({ body }) => body as { options?: { requestId: string }; killSwitch?: object });
  expect(kill?.killSwitch).toEqual({ requestId: post?.options?.requestId, value: true });
});
