import type { Conversation, ConversationSummary } from "@lectern/contract";
import { describe, expect, test } from "vitest";
import { CallError } from "../../lib/callError.ts";
import { parseImport } from "./import/parseImport.ts";
import { type FailedConversation, readConversations } from "./readConversations.ts";

const { conversations } = parseImport(
  Array.from({ length: 95 }, (_, index) => ({
    id: `c${index}`,
    name: `n${index}`,
    messages: [{ role: "user", content: "x" }],
  })),
  new Date(),
);
const byId = new Map(conversations.map((conversation) => [conversation.id, conversation]));
const signal = new AbortController().signal;

async function readWith(read: (id: string) => Promise<Conversation>, abortSignal = signal) {
  const failed: FailedConversation[] = [];
  const progress: number[] = [];
  const waits: number[] = [];
  const yieldedIds: string[] = [];
  const summaries: ConversationSummary[] = conversations;
  const options = {
    read,
    signal: abortSignal,
    onProgress: (done: number) => void progress.push(done),
    wait: async (ms: number) => void waits.push(ms),
  };
  for await (const batch of readConversations(summaries, options, (failure) => failed.push(failure))) {
    yieldedIds.push(...batch.map(({ id }) => id));
  }
  return { failed, progress, waits, yieldedIds };
}

const readStored = async (id: string) => {
  const conversation = byId.get(id);
  if (!conversation) throw new Error("not found");
  return conversation;
};

describe("reading many conversations", () => {
  test("yields them in order, reports progress and reads four at a time", async () => {
    let concurrency = 0;
    let maxConcurrency = 0;
    const { yieldedIds, progress, failed } = await readWith(async (id) => {
      maxConcurrency = Math.max(maxConcurrency, ++concurrency);
      await Promise.resolve();
      concurrency -= 1;
      return readStored(id);
    });
    expect(yieldedIds).toEqual(conversations.map(({ id }) => id));
    expect(progress).toEqual(conversations.map((_, index) => index + 1));
    expect([failed, maxConcurrency]).toEqual([[], 4]);
  });

  test("waits when the server limits the rate, and names conversations that cannot be read", async () => {
    const rateLimitedIds = new Set(["c3", "c50"]);
    const { yieldedIds, failed, waits } = await readWith(async (id) => {
      if (rateLimitedIds.delete(id)) throw new CallError("Too many.", { status: 429 });
      if (id === "c7") throw new CallError("Gone.", { status: 404, reason: "It was deleted." });
      return readStored(id);
    });
    expect(yieldedIds).toHaveLength(94);
    expect(failed).toEqual([{ name: "n7", reason: "It was deleted." }]);
    expect(waits).toEqual([3_000, 3_000]);
  });

  test("stops when it is cancelled", async () => {
    const controller = new AbortController();
    const readPromise = readWith(async (id) => {
      if (id === "c5") controller.abort(new Error("cancelled"));
      return readStored(id);
    }, controller.signal);
    await expect(readPromise).rejects.toThrow("cancelled");
  });
});
