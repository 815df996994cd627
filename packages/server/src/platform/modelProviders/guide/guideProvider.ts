import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import type { ModelCall, ModelEvent, ModelProvider } from "../modelProvider.ts";
import { buildGuideAnswer } from "./buildGuideAnswer.ts";

/** Words per streamed batch. */
const wordsPerBatch = 6;

/**
 * Creates the provider of the built-in guide. The guide is not a language model, and says so in every answer. It shows
 * examples of what the workspace can render, or quotes passages that match the question, from the call's documents or
 * else from the help. It needs no key and no network, and its usage is 0 tokens.
 */
export function createGuideProvider(): ModelProvider {
  return { stream, listModels: async () => [] };
}

/** Ignores `maxTokens`, because the answers are short and must contain the whole notice. */
async function* stream({ messages, sources, signal }: ModelCall): AsyncGenerator<readonly ModelEvent[]> {
  signal.throwIfAborted();
  const question = sources?.question ?? messages.findLast((message) => message.role === "user")?.content ?? "";
  const words = buildGuideAnswer(question, sources?.passages).match(/\s*\S+/g) ?? [];
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
