import { describe, expect, test } from "vitest";
import { type ContextUse, computeContextLimits, fitContext, parseContextUse } from "./contextWindow.ts";

const use: ContextUse = {
  ...{ instructions: 500, memory: 100, tools: 0, documents: 400, messages: 3_000, summary: 0, laterMessages: 3_000 },
  ...{ summaryId: null, isEstimate: true, summarizeUpTo: null, excludedIds: [] },
};
const small = { inputContextWindow: 4_000, outputTokenLimit: 1_000 };
const large = { inputContextWindow: 40_000, outputTokenLimit: 8_000 };

describe("the window", () => {
  test("reserves what the answer may need, at most half of it", () => {
    expect(computeContextLimits(small, null)).toEqual({ requestedTokens: 500, reservedTokens: 500, budget: 3_500 });
    expect(computeContextLimits({ ...small, outputTokenLimit: 9_000 }, 9_000).budget).toBe(2_000);
  });

  test("of another model is filled to another share", () => {
    expect(fitContext(use, small, 500)).toMatchObject({ isCut: true, summary: 0, history: 2_500, share: 1 });
    const parts = fitContext(use, large, null);
    expect(parts).toMatchObject({ isCut: false, history: 3_000, answer: 4_000 });
    expect(parts.share).toBeCloseTo(4_000 / 36_000);
  });

  test("has the summary in place of the earlier messages only if not all of them fit", () => {
    const summarized = { ...use, summary: 300, laterMessages: 900 };
    expect(fitContext(summarized, small, 500)).toMatchObject({ isCut: true, summary: 300, history: 900 });
    expect(fitContext(summarized, large, null)).toMatchObject({ isCut: false, summary: 0, history: 3_000 });
  });

  test("is unknown if an answer does not say it, or another program has written something else", () => {
    expect(parseContextUse({ context: use })).toEqual(use);
    expect(parseContextUse({ context: { ...use, messages: "many" } })).toBeNull();
    expect(parseContextUse(undefined)).toBeNull();
  });
});
