import Fastify from "fastify";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AppError } from "../../core/appError.ts";
import { createMemoryRunLog } from "../../platform/runLog/memoryRunLog.ts";
import { sendError } from "../errors/errorResponse.ts";
import { streamRun } from "./streamRun.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A live run, and a server with one route that streams it. */
function setUp() {
  const key = { userId: "ann", requestId: "r" };
  const log = createMemoryRunLog({ now: () => new Date(0) });
  const writer = log.start({ ...key, conversationId: null, startedAt: new Date(0) });
  if (!writer) throw new Error("the run already exists");
  const app = Fastify();
  app.setErrorHandler(sendError);
  app.get("/", (_, reply) => {
    const reader = log.readLocal(key, 0);
    if (!reader) throw new AppError("notFound");
    return streamRun(reader, reply.header("x-hook", "kept"), "afterFirstEvent");
  });
  const reply = app.inject({ url: "/", payloadAsStream: true });
  return { writer, reply };
}

async function bodyOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const part of stream) text += String(part);
  return text;
}

describe("before the first event", () => {
  test("a failure is an HTTP status", async () => {
    const { writer, reply } = setUp();
    await vi.advanceTimersByTimeAsync(9_000);
    writer.append({ s: "meta", end: "failed" });
    writer.close(new AppError("rateLimited", { headers: { "retry-after": "3" } }));
    const response = await reply;
    expect(response.statusCode).toBe(429);
    expect(response.headers["retry-after"]).toBe("3");
  });

  test("after 10 s without an event, the headers and a heartbeat are sent, and a later failure is an event", async () => {
    const { writer, reply } = setUp();
    writer.accept();
    await vi.advanceTimersByTimeAsync(10_000);
    const response = await reply;
    expect(response.statusCode).toBe(200);
    expect(response.headers["x-hook"]).toBe("kept");
    writer.append({ s: "meta", end: "failed", code: "providerFailed" });
    writer.close(new AppError("providerFailed"));
    const text = await bodyOf(response.stream());
    expect(text).toBe(':\n\nid: 1\ndata: {"s":"meta","end":"failed","code":"providerFailed"}\n\ndata: [DONE]\n\n');
  });

  test("the headers do not acknowledge a question that is not stored: its failure is an HTTP status after any time", async () => {
    const { writer, reply } = setUp();
    await vi.advanceTimersByTimeAsync(50_000);
    writer.append({ s: "meta", end: "failed" });
    writer.close(new AppError("unavailable"));
    expect((await reply).statusCode).toBe(503);
  });

  test("the headers are sent as soon as a question is stored after 10 s", async () => {
    const { writer, reply } = setUp();
    await vi.advanceTimersByTimeAsync(12_000);
    writer.accept();
    expect((await reply).statusCode).toBe(200);
    writer.close();
  });
});

test("a heartbeat comment is sent every 15 s until the end of the stream", async () => {
  const { writer, reply } = setUp();
  await vi.advanceTimersByTimeAsync(1);
  writer.append({ s: "0", d: "a" });
  const response = await reply;
  await vi.advanceTimersByTimeAsync(31_000);
  writer.close();
  expect(vi.getTimerCount()).toBe(0);
  expect(await bodyOf(response.stream())).toBe('id: 1\ndata: {"s":"0","d":"a"}\n\n:\n\n:\n\ndata: [DONE]\n\n');
});
