import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import type { ModelCall, ModelEvent, ModelProvider } from "../modelProvider.ts";
import { guideAnswer } from "./guideAnswer.ts";

/** Words per streamed batch. */
const wordsPerBatch = 6;

/**
 * The built-in guide. It is not a language model, and says so in every answer. It quotes passages of the given
 * documents, or else of the help, that match the last message, and shows examples of what the workspace can render. It
 * needs no key and no network; its tokens are free and count as 0.
 */
export function createGuideProvider(): ModelProvider {
  return { stream, listModels: async () => [] };
}

/** Ignores the response length: the answers are short, and each must contain the full notice. */
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
