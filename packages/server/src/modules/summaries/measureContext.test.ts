import { describe, expect, test } from "vitest";
import type { SentContext } from "../../core/run/run.ts";
import { measureContext } from "./measureContext.ts";

const sent: SentContext = {
  ...{ instructions: 100, memory: 50, tools: 40, toolSpace: 0, documents: 10, room: 5_000 },
  ...{ summaryTokens: 0, summary: null, isSummarySent: false, isSummaryOff: false, firstIndex: 0 },
  messages: [200, 300, 100].map((tokens, index) => ({
    id: `m${index}`,
    role: index === 1 ? ("assistant" as const) : ("user" as const),
    tokens,
  })),
};
const withSummary: SentContext = {
  ...sent,
  ...{
    summary: { index: 1, summary: { text: "S", digest: "d" } },
    summaryTokens: 80,
    isSummarySent: true,
    firstIndex: 2,
  },
};

describe("what the next question sends", () => {
  test("is the parts of this one with the answer, estimated while the model's server counts nothing", () => {
    const expected = { instructions: 100, memory: 50, tools: 40, documents: 10, messages: 650, isEstimate: true };
    expect(measureContext(sent, null, 50)).toMatchObject(expected);
    expect(measureContext(sent, { inputTokens: 0 }, 50)).toMatchObject(expected);
  });

  test("is scaled so that what was sent is what the server has counted", () => {
    // 800 tokens were estimated.
    const use = measureContext(sent, { inputTokens: 1_600 }, 50);
    expect(use).toMatchObject({ instructions: 200, tools: 80, messages: 1_300, isEstimate: false });
    // 380 tokens were estimated, without the messages that the summary stands for.
    const summarized = measureContext(withSummary, { inputTokens: 380 }, 50);
    expect(summarized).toMatchObject({ messages: 650, summary: 80, laterMessages: 150, summaryId: "m1" });
  });

  test("has the space for results of tools, which the server could not count", () => {
    const use = measureContext({ ...sent, toolSpace: 4_000 }, { inputTokens: 800 }, 50);
    expect(use).toMatchObject({ tools: 4_040, messages: 650 });
  });
});
