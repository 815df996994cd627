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
const byId = new Map(conversations.map((one) => [one.id, one]));
const signal = new AbortController().signal;

async function readWith(read: (id: string) => Promise<Conversation>, until = signal) {
  const failed: FailedConversation[] = [];
  const progress: number[] = [];
  const waits: number[] = [];
  const found: string[] = [];
  const summaries: ConversationSummary[] = conversations;
  const work = {
    read,
    signal: until,
    onProgress: (done: number) => void progress.push(done),
    wait: async (ms: number) => void waits.push(ms),
  };
  for await (const step of readConversations(summaries, work, (one) => failed.push(one)))
    found.push(...step.map(({ id }) => id));
  return { failed, progress, waits, found };
}

const stored = async (id: string) => {
  const found = byId.get(id);
  if (!found) throw new Error("none");
  return found;
};

describe("the reading of many conversations", () => {
  test("gives them in their order, with progress, some at a time", async () => {
    let concurrency = 0;
    let most = 0;
    const { found, progress, failed } = await readWith(async (id) => {
      most = Math.max(most, ++concurrency);
      await Promise.resolve();
      concurrency -= 1;
      return stored(id);
    });
    expect(found).toEqual(conversations.map(({ id }) => id));
    expect(progress).toEqual(conversations.map((_, index) => index + 1));
    expect([failed, most]).toEqual([[], 4]);
  });

  test("waits where the server wants it slower, and names what cannot be read", async () => {
    const refused = new Set(["c3", "c50"]);
    const { found, failed, waits } = await readWith(async (id) => {
      if (refused.delete(id)) throw new CallError("Too many.", { status: 429 });
      if (id === "c7") throw new CallError("Gone.", { status: 404, reason: "It was deleted." });
      return stored(id);
    });
    expect(found).toHaveLength(94);
    expect(failed).toEqual([{ name: "n7", reason: "It was deleted." }]);
    expect(waits).toEqual([3_000, 3_000]);
  });

  test("ends when it is cancelled", async () => {
    const controller = new AbortController();
    const reading = readWith(async (id) => {
      if (id === "c5") controller.abort(new Error("cancelled"));
      return stored(id);
    }, controller.signal);
    await expect(reading).rejects.toThrow("cancelled");
  });
});
