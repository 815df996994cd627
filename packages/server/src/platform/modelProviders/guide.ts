import { setImmediate as nextTurn } from "node:timers/promises";
import { guideAnswer } from "./guideAnswer.ts";
import type { ModelCall, ModelEvent, ModelProvider } from "./modelProvider.ts";

/** Words that leave together. */
const wordsPerBatch = 6;

/**
 * The built-in guide: no language model, and it says so in every answer. It quotes the help passages that match the last message,
 * and shows what the workspace can render. It works without a key, a network or a clock; its tokens cost nothing and count as 0.
 */
export function createGuide(): ModelProvider {
  return { stream, listModels: async () => [] };
}

async function* stream({ messages, maxTokens, signal }: ModelCall): AsyncGenerator<readonly ModelEvent[]> {
  signal.throwIfAborted();
  const question = messages.findLast((message) => message.role === "user")?.content ?? "";
  const words = guideAnswer(question).match(/\s*\S+/g) ?? [];
  // A word stands for a token, so that a short response length shortens the guide's answers too.
  const given = words.slice(0, maxTokens ?? words.length);
  for (let from = 0; from < given.length; from += wordsPerBatch) {
    yield given.slice(from, from + wordsPerBatch).map((text) => ({ type: "text", text }) as const);
    await nextTurn();
    signal.throwIfAborted();
  }
  yield [
    { type: "usage", inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
    { type: "finish", reason: given.length < words.length ? "length" : "stop" },
  ];
}
