import { limits, type Message, type Model } from "@lectern/contract";
import { expect, test } from "vitest";
import { readContext } from "./readContext.ts";

const context = {
  ...{ instructions: 9, memory: 0, tools: 0, documents: 0, messages: 900, summary: 0, laterMessages: 900 },
  ...{ summaryId: null, isEstimate: true, summarizeUpTo: "m3", excludedIds: [] },
};
const model = { id: "x", inputContextWindow: 8_000, outputTokenLimit: 2_000 } as Model; // What the function reads of it.

function createBranch(length: number): Message[] {
  return Array.from({ length }, (_, index) => ({
    ...{ id: `m${index}`, parentId: index === 0 ? null : `m${index - 1}`, content: "Text" },
    ...{ role: index % 2 === 0 ? "user" : "assistant", createdAt: "2026-11-30T12:00:00.000Z" },
    data: index === length - 1 ? { state: { context } } : {},
  })) as Message[]; // What the function reads of them.
}

const readState = (length: number, isLocal: boolean) =>
  readContext({ messages: createBranch(length), headId: `m${length - 1}`, isLocal }, model, null)?.summaryState;

test("a summary is announced unless the chat is only in this browser and has too many messages for one", () => {
  const most = limits.messagesPerCall - 2;
  expect([readState(most, true), readState(most + 1, true), readState(most + 1, false)]).toEqual([
    "pending",
    "none",
    "pending",
  ]);
});
