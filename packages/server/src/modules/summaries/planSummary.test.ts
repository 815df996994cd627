import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { planSummary } from "./planSummary.ts";

const createMessages = (counts: readonly number[]) =>
  counts.map((tokens, index) => ({
    id: `m${index}`,
    role: index % 2 === 0 ? ("user" as const) : ("assistant" as const),
    tokens,
  }));
const none = { summary: null, summaryTokens: 0, isSummaryOff: false };
const createSummary = (index: number) => ({ index, summary: { text: "S", digest: "d" } });

describe("a chat", () => {
  test("is not summarized while the next question has enough room", () => {
    expect(planSummary({ ...none, messages: createMessages([100, 100, 100]), room: 1_000 }, 100)).toBeNull();
  });

  test("is summarized so far that half of the room is free again", () => {
    const messages = createMessages(Array.from({ length: 9 }, () => 100));
    // Of the 1,000 tokens, 350 are for what follows the summary: the answer, the question and one exchange.
    expect(planSummary({ ...none, messages, room: 1_000 }, 50)).toEqual({ upTo: "m5", maxTokens: 150 });
  });

  test("is summarized further only when its summary and what follows do not fit any more", () => {
    const messages = createMessages(Array.from({ length: 15 }, () => 100));
    const context = { ...none, messages, summaryTokens: 150, room: 1_000 };
    expect(planSummary({ ...context, summary: createSummary(9) }, 50)).toBeNull();
    expect(planSummary({ ...context, summary: createSummary(5) }, 50)?.upTo).toBe("m11");
  });

  test("is not summarized after the person has turned off its summary, or if that would save little", () => {
    const messages = createMessages(Array.from({ length: 15 }, () => 100));
    expect(planSummary({ ...none, messages, isSummaryOff: true, room: 1_200 }, 50)).toBeNull();
    expect(planSummary({ ...none, messages, room: 1_200 }, 50)).not.toBeNull();
    expect(planSummary({ ...none, messages: createMessages([20, 20, 900]), room: 1_000 }, 50)).toBeNull();
    expect(planSummary({ ...none, messages: createMessages([900]), room: 1_000 }, 900)).toBeNull();
  });

  test("gets a summary that leaves most of a small window to the messages, and none if there is no room for one", () => {
    const messages = createMessages(Array.from({ length: 41 }, () => 100));
    expect(planSummary({ ...none, messages, room: 4_000 }, 50)?.maxTokens).toBe(600);
    expect(planSummary({ ...none, messages: createMessages([9_000, 9_000, 9_000]), room: 30_000 }, 50)?.maxTokens).toBe(
      1_500,
    );
    expect(planSummary({ ...none, messages, room: 999 }, 50)).toBeNull();
  });

  test("keeps its last question, and a question follows the summary", () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(600), { minLength: 1, maxLength: 40 }),
        fc.nat(3_000),
        fc.nat(500),
        fc.nat(10),
        (counts, room, answerTokens, summaryAt) => {
          const messages = createMessages(counts.length % 2 === 0 ? counts.slice(1) : counts);
          const summary = summaryAt < messages.length - 1 ? createSummary(summaryAt) : null;
          const context = { ...none, messages, summary, summaryTokens: summary ? 50 : 0, room };
          const plan = planSummary(context, answerTokens);
          if (plan === null) return;
          const index = messages.findIndex(({ id }) => id === plan.upTo);
          expect(index).toBeGreaterThan(summary?.index ?? -1);
          expect(index).toBeLessThan(messages.length - 1);
          expect(messages[index]?.role).toBe("assistant");
          expect(messages[index + 1]?.role).toBe("user");
        },
      ),
    );
  });
});
