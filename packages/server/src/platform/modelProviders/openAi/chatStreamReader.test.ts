import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ModelError } from "../modelProvider.ts";
import { createChatStreamReader } from "./chatStreamReader.ts";

const maxEventLength = 1024 * 1024;
const formatEvent = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const formatTextEvent = (content: unknown) => formatEvent({ choices: [{ index: 0, delta: { content } }] });

function feedReader(stream: string | Buffer) {
  const reader = createChatStreamReader(maxEventLength);
  reader.feed(Buffer.from(stream));
  return reader;
}

/** Splits bytes at the given positions, which can be inside a character. */
function splitAtPositions(bytes: Buffer, positions: readonly number[]): Buffer[] {
  const cuts = [0, ...positions.map((position) => position % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((to, index) => bytes.subarray(cuts[index], to));
}

test("any text is decoded correctly, wherever it is split into chunks", () => {
  const textsArbitrary = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), { maxLength: 20 });
  fc.assert(
    fc.property(
      textsArbitrary,
      fc.array(fc.nat(100_000), { maxLength: 40 }),
      fc.constantFrom("\n", "\r\n"),
      (texts, positions, line) => {
        const stream = `${texts.map(formatTextEvent).join("")}data: [DONE]\n\n`.replaceAll("\n", line);
        const reader = createChatStreamReader(maxEventLength);
        for (const chunk of splitAtPositions(Buffer.from(stream), positions)) reader.feed(chunk);
        // A text that may begin a mark waits for the next one.
        const read = reader.pendingEvents.map((event) => (event.type === "text" ? event.text : event.type));
        expect(read.join("")).toBe(texts.join(""));
        expect(reader.isDone).toBe(true);
        expect(reader.skippedEvents).toBe(0);
      },
    ),
  );
});

test("throws only ModelError for any stream of JSON values", () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 10 }), (values) => {
      try {
        feedReader(values.map(formatEvent).join(""));
      } catch (error) {
        expect(error).toMatchObject({ name: "ModelError" });
      }
    }),
  );
});

test("does not throw for any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      feedReader(Buffer.from(bytes));
    }),
  );
});

describe("an event", () => {
  test("with null or missing content produces nothing", () => {
    expect(
      feedReader(formatTextEvent(null) + formatEvent({ choices: [{ delta: {} }] }) + formatEvent({ choices: [] }))
        .pendingEvents,
    ).toEqual([]);
  });

  test("may have its text in parts", () => {
    expect(
      feedReader(
        formatTextEvent([
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ]),
      ).pendingEvents,
    ).toEqual([{ type: "text", text: "ab" }]);
  });

  test.each([
    ["DeepSeek and older vLLM", { reasoning_content: "Hm.", content: null }],
    ["newer vLLM, Ollama and OpenRouter", { reasoning: "Hm.", content: "" }],
    ["servers that say it twice", { reasoning_content: "Hm.", reasoning: "Hm." }],
  ])("tells what the model thinks in the words of %s", (_, delta) => {
    expect(feedReader(formatEvent({ choices: [{ index: 0, delta }] })).pendingEvents).toEqual([
      { type: "reasoning", text: "Hm." },
    ]);
  });

  test("of a second answer is ignored", () => {
    expect(feedReader(formatEvent({ choices: [{ index: 1, delta: { content: "other" } }] })).pendingEvents).toEqual([]);
  });

  test("with usage is parsed with or without choices; the last one wins", () => {
    const reader = feedReader(
      formatEvent({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } }) +
        formatEvent({ usage: { prompt_tokens: 9, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 3 } } }),
    );
    expect(reader.usage).toEqual({ type: "usage", inputTokens: 9, outputTokens: 4, cachedTokens: 3 });
  });

  test("with DeepSeek's count of cached tokens is parsed", () => {
    const usage = { prompt_tokens: 9, completion_tokens: 4, prompt_cache_hit_tokens: 6, prompt_cache_miss_tokens: 3 };
    expect(feedReader(formatEvent({ choices: [], usage })).usage).toMatchObject({ inputTokens: 9, cachedTokens: 6 });
  });

  test("with invalid counts counts as zero", () => {
    expect(
      feedReader(formatEvent({ choices: [], usage: { prompt_tokens: -1, completion_tokens: "many" } })).usage,
    ).toEqual({
      type: "usage",
      inputTokens: 0,
      outputTokens: 0,
      cachedTokens: 0,
    });
  });

  test("with an error ends the stream, after the events before it", () => {
    const reader = createChatStreamReader(maxEventLength);
    const bytes = Buffer.from(
      formatTextEvent("One") + formatEvent({ error: { code: "rate_limit_exceeded", message: "secret" } }),
    );
    expect(() => reader.feed(bytes)).toThrow(
      expect.objectContaining({ kind: "rateLimited", message: expect.not.stringContaining("secret") }) as ModelError,
    );
    expect(reader.pendingEvents).toEqual([{ type: "text", text: "One" }]);
  });
});
