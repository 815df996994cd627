import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { ModelEvent } from "../modelProvider.ts";
import { textOf } from "../testing/modelProviderConformance.ts";
import { createChatStreamReader } from "./chatStreamReader.ts";
import { streamBatches } from "./streamBatches.ts";

const createChunks = (count: number) =>
  Buffer.from('data: {"choices":[{"delta":{"content":"word "}}]}\n\n'.repeat(count), "utf8");
const finishEvent = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';

function openBatches(idleMs = 1_000) {
  const response = new IncomingMessage(new Socket());
  const controller = new AbortController();
  const reader = createChatStreamReader(1024 * 1024);
  const batches = streamBatches(response, reader, { idleMs, signal: controller.signal });
  return { response, batches };
}

afterEach(() => void vi.useRealTimers());

describe("a slow consumer", () => {
  test("pauses the socket, and resumes it by reading until the answer is complete", async () => {
    const { response, batches } = openBatches();
    response.push(createChunks(1));
    const first = await batches.next();
    for (let chunk = 0; chunk < 20; chunk++) response.push(createChunks(200));
    await nextEventLoopTurn();
    expect(response.isPaused()).toBe(true);
    response.push("data: [DONE]\n\n");
    response.push(null);
    const events: ModelEvent[] = [...(first.value ?? [])];
    for await (const batch of batches) events.push(...batch);
    expect(textOf(events)).toBe("word ".repeat(4_001));
  });

  test("does not count as silence of the server", async () => {
    vi.useFakeTimers();
    const { response, batches } = openBatches(1_000);
    response.push(createChunks(1));
    await batches.next();
    response.pause();
    await vi.advanceTimersByTimeAsync(10_000);
    response.resume();
    response.push("data: [DONE]\n\n");
    expect((await batches.next()).value).toEqual([{ type: "finish", reason: "other" }]);
  });
});

test("silence beyond the limit is a timeout", async () => {
  vi.useFakeTimers();
  const { response, batches } = openBatches(1_000);
  response.push(createChunks(1));
  await batches.next();
  const rejection = expect(batches.next()).rejects.toMatchObject({ name: "ModelError", kind: "timeout" });
  await vi.advanceTimersByTimeAsync(1_001);
  await rejection;
  expect(response.destroyed).toBe(true);
});

test("does not wait long for a server that neither sends [DONE] nor closes after its finish reason", async () => {
  vi.useFakeTimers();
  const { response, batches } = openBatches(120_000);
  response.push(finishEvent);
  const lastBatch = batches.next();
  await vi.advanceTimersByTimeAsync(5_001);
  expect((await lastBatch).value).toEqual([{ type: "finish", reason: "stop" }]);
  await batches.next();
  expect(response.destroyed).toBe(true);
});

test("events before a failure are yielded first", async () => {
  const { response, batches } = openBatches();
  response.push(createChunks(2));
  response.push('data: {"error":{"type":"server_error"}}\n\n');
  expect(textOf((await batches.next()).value ?? [])).toBe("word word ");
  await expect(batches.next()).rejects.toMatchObject({ kind: "serverError" });
});
