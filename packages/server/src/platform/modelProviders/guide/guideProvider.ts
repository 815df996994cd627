import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import type { ModelCall, ModelEvent, ModelProvider } from "../modelProvider.ts";
import { guideAnswer } from "./guideAnswer.ts";

/** Words that leave together. */
const wordsPerBatch = 6;

/**
 * The built-in guide: no language model, and it says so in every answer. It quotes the passages of the given documents, or else of
 * the help, that match the last message, and shows what the workspace can render. It works without a key, a network or a clock; its tokens cost nothing and count as 0.
 */
export function createGuideProvider(): ModelProvider {
  return { stream, listModels: async () => [] };
}

/** A response length is not kept to: the answers are short, and each must say in full who gives it. */
async function* stream({ messages, sources, signal }: ModelCall): AsyncGenerator<readonly ModelEvent[]> {
  signal.throwIfAborted();
  const question = sources?.question ?? messages.findLast((message) => message.role === "user")?.content ?? "";
  const words = guideAnswer(question, sources?.passages).match(/\s*\S+/g) ?? [];
  for (let from = 0; from < words.length; from += wordsPerBatch) {
    yield words.slice(from, from + wordsPerBatch).map((text) => ({ type: "text", text }) as const);
    await nextEventLoopTurn();
    signal.throwIfAborted();
  }
  yield [
    { type: "usage", inputTokens: 0, outputTokens: 0, cachedTokens: 0 },
    { type: "finish", reason: "stop" },
  ];
}
