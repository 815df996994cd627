import type { Message } from "@lectern/contract";
import { expect, test } from "vitest";
import { estimatePromptCost, fillCostMessage } from "./promptCost.ts";

const model = { inputTokenCost: 2, inputContextWindow: 1_000 };
const empty = { messages: [], headId: null, prompt: null };

/** A conversation in which questions and answers alternate, each with this many characters. */
function createConversation(lengths: readonly number[]) {
  const messages = lengths.map(
    (length, index): Message => ({
      id: `m${index}`,
      parentId: index === 0 ? null : `m${index - 1}`,
      role: index % 2 === 0 ? "user" : "assistant",
      content: "x".repeat(length),
      data: {},
      createdAt: "2026-11-21T10:00:00.000Z",
    }),
  );
  return { messages, headId: messages.at(-1)?.id ?? null, prompt: null };
}

const estimate = (changes: Partial<Parameters<typeof estimatePromptCost>[0]>) =>
  estimatePromptCost({ conversation: empty, model, text: "", documentTokens: 0, ...changes });

test("the text, the documents and the system prompt of the conversation cost the price of the model's input", () => {
  expect(estimate({ text: "x".repeat(400) })).toEqual({ cost: 0.2, prompts: 1 });
  expect(estimate({ text: "x".repeat(400), documentTokens: 100 })).toEqual({ cost: 0.4, prompts: 1 });
  expect(estimate({ conversation: { ...empty, prompt: "x".repeat(40) } })).toEqual({ cost: 0.02, prompts: 1 });
});

test("earlier messages cost as far as they fit into the window, and their questions are counted", () => {
  const conversation = createConversation([400, 400, 400, 400]);
  expect(estimate({ conversation, text: "x".repeat(400) })).toEqual({ cost: 1, prompts: 3 });
  const long = createConversation([4_000, 400, 400, 400]);
  expect(estimate({ conversation: long, text: "x".repeat(400) })).toEqual({ cost: 2, prompts: 2 });
  expect(estimate({ documentTokens: 1_000_000 })).toEqual({ cost: 2, prompts: 1 });
});

test("there is no estimate without a price", () => {
  expect(estimate({ model: { ...model, inputTokenCost: null }, text: "x" })).toBeNull();
  expect(estimate({ model: { ...model, inputTokenCost: 0 }, text: "x" })).toEqual({ cost: 0, prompts: 1 });
});

test("[G9.14] the placeholders totalCost and prompts are filled wherever they stand, and others stay", () => {
  const message = "{totalCost}, {prompts}, {totalCost}, {other} $& ";
  expect(fillCostMessage(message, { cost: 1.5, prompts: 3 })).toBe("$1.50, 3, $1.50, {other} $& ");
});
