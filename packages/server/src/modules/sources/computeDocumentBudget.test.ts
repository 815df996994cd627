import { expect, test } from "vitest";
import { createTokenCounter } from "../../platform/tokenCounter.ts";
import { computeDocumentBudget } from "./computeDocumentBudget.ts";

const tokens = createTokenCounter();
const call = { id: "c", name: "search", arguments: JSON.stringify({ query: "word ".repeat(500) }) };
const compute = (isVerbatim: boolean, toolCalls: (typeof call)[]) =>
  computeDocumentBudget(tokens, {
    ...{ fixedText: "", budget: 10_000, isVerbatim },
    history: [
      { role: "user", content: "What is new?" },
      { role: "assistant", content: "", toolCalls },
      { role: "user", content: "Nothing.", resultOf: { id: "c", name: "search" } },
    ],
  });

test.each([true, false])(
  "calls of functions take tokens from documents; all messages must be sent: %s",
  async (isVerbatim) => {
    const difference = (await compute(isVerbatim, [])) - (await compute(isVerbatim, [call]));
    expect(difference).toBeGreaterThan(450);
    expect(difference).toBeLessThan(800);
  },
);
