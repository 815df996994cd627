import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { ModelError, type ModelErrorKind, type ModelEvent } from "../../../platform/modelProviders/modelProvider.ts";
import { retryBeforeFirstToken } from "./retryBeforeFirstToken.ts";

const text = (said: string): ModelEvent[] => [{ type: "text", text: said }];
/** One call of a model: what it says, and what it then fails with. */
type Attempt = { says?: readonly ModelEvent[][]; fails?: unknown; tookMs?: number };

/** Calls a model whose calls go as told, on a clock that only waits and calls move. `chance`: what the dice show. */
async function ask(attempts: readonly Attempt[], { chance = 0, stopDuringWait = false } = {}) {
  let nowMs = 0;
  let calls = 0;
  const waits: number[] = [];
  const stop = new AbortController();
  const provider = {
    async *stream() {
      const attempt = attempts[calls++];
      nowMs += attempt?.tookMs ?? 0;
      yield* attempt?.says ?? [];
      if (attempt?.fails) throw attempt.fails;
    },
  };
  const means = {
    log: pino({ level: "silent" }),
    random: () => chance,
    nowMs: () => nowMs,
    wait: async (ms: number) => {
      waits.push(ms);
      nowMs += ms;
      if (stopDuringWait) stop.abort();
    },
  };
  const events: ModelEvent[] = [];
  let failure: unknown = null;
  try {
    const call = { model: "m", messages: [], signal: stop.signal };
    for await (const batch of retryBeforeFirstToken(provider, means).stream(call)) events.push(...batch);
  } catch (error) {
    failure = error;
  }
  return { events, failure, calls, waits, stop };
}

const fails = (kind: ModelErrorKind, details: { status?: number; retryAfterSeconds?: number } = {}): Attempt => ({
  fails: new ModelError(kind, "", details),
});
const answers: Attempt = { says: [text("Hello")] };

describe("a call that failed before the first word", () => {
  test.each<[ModelErrorKind, number | undefined]>([
    ["unreachable", undefined],
    ["rateLimited", 429],
    ["cut", undefined],
    ["serverError", 500],
    ["serverError", 502],
    ["serverError", 503],
    ["serverError", 529],
    ["serverError", undefined],
  ])("with %s (status %s) is made again, and its answer is the answer", async (kind, status) => {
    const { events, failure, calls } = await ask([fails(kind, status === undefined ? {} : { status }), answers]);
    expect({ events, failure, calls }).toEqual({ events: text("Hello"), failure: null, calls: 2 });
  });

  test.each<[ModelErrorKind, number | undefined]>([
    ["insecure", undefined],
    ["unauthorized", 401],
    ["modelNotFound", 404],
    ["badRequest", 400],
    ["contextTooLong", 400],
    ["contentFilter", 400],
    ["timeout", 504],
    ["protocol", 200],
    ["serverError", 501],
  ])("with %s (status %s) would fail again, and is not", async (kind, status) => {
    const attempt = fails(kind, status === undefined ? {} : { status });
    const { failure, calls, waits } = await ask([attempt, answers]);
    expect({ failure, calls, waits }).toEqual({ failure: attempt.fails, calls: 1, waits: [] });
  });

  test("is made three times at most; the waits double, and chance takes off up to half of them", async () => {
    const last = fails("serverError", { status: 503 });
    const attempts = [fails("unreachable"), fails("cut"), last, answers];
    expect(await ask(attempts)).toMatchObject({ failure: last.fails, calls: 3, waits: [600, 1_200] });
    expect(await ask(attempts, { chance: 1 })).toMatchObject({ calls: 3, waits: [300, 600] });
  });

  test("waits as long as the server asks, where that is short; else it is not made again", async () => {
    const { calls, waits } = await ask([fails("rateLimited", { retryAfterSeconds: 4 }), answers]);
    expect({ calls, waits }).toEqual({ calls: 2, waits: [4_000] });
    expect(await ask([fails("rateLimited", { retryAfterSeconds: 6 }), answers])).toMatchObject({ calls: 1, waits: [] });
    const twice = [
      fails("rateLimited", { retryAfterSeconds: 3 }),
      fails("rateLimited", { retryAfterSeconds: 3 }),
      answers,
    ];
    expect(await ask(twice)).toMatchObject({ calls: 2, waits: [3_000] });
  });

  test("counts the time that the calls took", async () => {
    const slow: Attempt = { ...fails("serverError", { status: 500 }), tookMs: 4_500 };
    expect(await ask([slow, answers])).toMatchObject({ calls: 1, waits: [] });
  });

  test("is not made again once a stop has come, and the wait ends", async () => {
    const { failure, calls, stop } = await ask([fails("unreachable"), answers], { stopDuringWait: true });
    expect(calls).toBe(1);
    expect(failure).toBe(stop.signal.reason);
  });
});

test.each<[string, ModelEvent]>([
  ["a text", { type: "text", text: "Half" }],
  ["a thought", { type: "reasoning", text: "Hm" }],
  ["a function call", { type: "toolCall", index: 0, id: "1", name: "find" }],
])("after %s nothing is asked again", async (_, event) => {
  const attempt: Attempt = { says: [[event]], ...fails("cut") };
  const { events, failure, calls } = await ask([attempt, answers]);
  expect({ events, failure, calls }).toEqual({ events: [event], failure: attempt.fails, calls: 1 });
});

test("what is no failure of a model's server is not tried again", async () => {
  const bug = new TypeError("a bug");
  expect(await ask([{ fails: bug }, answers])).toMatchObject({ failure: bug, calls: 1 });
});
