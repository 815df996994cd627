import Fastify from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "../core/appError.ts";
import { createMemoryRunLog } from "../platform/runLog/memoryRunLog.ts";
import { sendError } from "./errorResponse.ts";
import { streamRun } from "./streamRun.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A live run, and a server whose one route follows it. */
function setUp() {
  const key = { userId: "ann", requestId: "r" };
  const log = createMemoryRunLog({ now: () => new Date(0) });
  const writer = log.start({ ...key, conversationId: null, startedAt: new Date(0) });
  if (!writer) throw new Error("the run was there already");
  const app = Fastify();
  app.setErrorHandler(sendError);
  app.get("/", (_, reply) => {
    const reading = log.readLocal(key, 0);
    if (!reading) throw new AppError("notFound");
    return streamRun(reading, reply.header("x-hook", "kept"), "statusUntilBegun");
  });
  const asked = app.inject({ url: "/", payloadAsStream: true });
  return { writer, asked };
}

async function bodyOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const part of stream) text += String(part);
  return text;
}

describe("before the first event", () => {
  test("a failure is a status", async () => {
    const { writer, asked } = setUp();
    await vi.advanceTimersByTimeAsync(9_000);
    writer.append({ s: "meta", end: "failed" });
    writer.close(new AppError("rateLimited", { headers: { "retry-after": "3" } }));
    const response = await asked;
    expect(response.statusCode).toBe(429);
    expect(response.headers["retry-after"]).toBe("3");
  });

  test("a silence of 10 s sends the headers and a sign of life; what fails then is an event", async () => {
    const { writer, asked } = setUp();
    await vi.advanceTimersByTimeAsync(10_000);
    const response = await asked;
    expect(response.statusCode).toBe(200);
    expect(response.headers["x-hook"]).toBe("kept");
    writer.append({ s: "meta", end: "failed", code: "providerFailed" });
    writer.close(new AppError("providerFailed"));
    const text = await bodyOf(response.stream());
    expect(text).toBe(':\n\nid: 1\ndata: {"s":"meta","end":"failed","code":"providerFailed"}\n\ndata: [DONE]\n\n');
  });
});

test("every 15 s a comment shows that the stream lives, and none after its end", async () => {
  const { writer, asked } = setUp();
  await vi.advanceTimersByTimeAsync(1);
  writer.append({ s: "0", d: "a" });
  const response = await asked;
  await vi.advanceTimersByTimeAsync(31_000);
  writer.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(await bodyOf(response.stream())).toBe('id: 1\ndata: {"s":"0","d":"a"}\n\n:\n\n:\n\ndata: [DONE]\n\n');
});
