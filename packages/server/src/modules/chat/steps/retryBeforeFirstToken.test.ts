import { pino } from "pino";
import { describe, expect, test } from "vitest";
import { ModelError, type ModelErrorKind, type ModelEvent } from "../../../platform/modelProviders/modelProvider.ts";
import { retryBeforeFirstToken } from "./retryBeforeFirstToken.ts";

const createTextEvents = (text: string): ModelEvent[] => [{ type: "text", text }];
/** One model call: the events that it sends, and the error with which it then fails. */
type Attempt = { events?: readonly ModelEvent[][]; error?: unknown; durationMs?: number };

/**
 * Calls a scripted model on a fake clock, which advances only during waits and calls. `jitter` is the random number.
 */
async function ask(attempts: readonly Attempt[], { jitter = 0, stopDuringWait = false } = {}) {
  let nowMs = 0;
  let callCount = 0;
  const waits: number[] = [];
  const stop = new AbortController();
  const provider = {
    async *stream() {
      const attempt = attempts[callCount++];
      nowMs += attempt?.durationMs ?? 0;
      yield* attempt?.events ?? [];
      if (attempt?.error) throw attempt.error;
    },
  };
  const dependencies = {
    log: pino({ level: "silent" }),
    random: () => jitter,
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
    for await (const batch of retryBeforeFirstToken(provider, dependencies).stream(call)) events.push(...batch);
  } catch (error) {
    failure = error;
  }
  return { events, failure, calls: callCount, waits, stop };
}

const createFailedAttempt = (
  kind: ModelErrorKind,
  details: { status?: number; retryAfterSeconds?: number } = {},
): Attempt => ({
  error: new ModelError(kind, "", details),
});
const successfulAttempt: Attempt = { events: [createTextEvents("Hello")] };

describe("a call that failed before the first token", () => {
  test.each<[ModelErrorKind, number | undefined]>([
    ["unreachable", undefined],
    ["rateLimited", 429],
    ["cut", undefined],
    ["serverError", 500],
    ["serverError", 502],
    ["serverError", 503],
    ["serverError", 529],
    ["serverError", undefined],
  ])("with %s (status %s) is retried, and the second answer is used", async (kind, status) => {
    const { events, failure, calls } = await ask([
      createFailedAttempt(kind, status === undefined ? {} : { status }),
      successfulAttempt,
    ]);
    expect({ events, failure, calls }).toEqual({ events: createTextEvents("Hello"), failure: null, calls: 2 });
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
  ])("with %s (status %s) would fail again, and is not retried", async (kind, status) => {
    const attempt = createFailedAttempt(kind, status === undefined ? {} : { status });
    const { failure, calls, waits } = await ask([attempt, successfulAttempt]);
    expect({ failure, calls, waits }).toEqual({ failure: attempt.error, calls: 1, waits: [] });
  });

  test("is retried at most twice; the waits double, and jitter reduces them by up to half", async () => {
    const lastAttempt = createFailedAttempt("serverError", { status: 503 });
    const attempts = [createFailedAttempt("unreachable"), createFailedAttempt("cut"), lastAttempt, successfulAttempt];
    expect(await ask(attempts)).toMatchObject({ failure: lastAttempt.error, calls: 3, waits: [600, 1_200] });
    expect(await ask(attempts, { jitter: 1 })).toMatchObject({ calls: 3, waits: [300, 600] });
  });

  test("is retried after the delay that the server requests if that is short, and otherwise not at all", async () => {
    const { calls, waits } = await ask([
      createFailedAttempt("rateLimited", { retryAfterSeconds: 4 }),
      successfulAttempt,
    ]);
    expect({ calls, waits }).toEqual({ calls: 2, waits: [4_000] });
    expect(await ask([createFailedAttempt("rateLimited", { retryAfterSeconds: 6 }), successfulAttempt])).toMatchObject({
      calls: 1,
      waits: [],
    });
    const twice = [
      createFailedAttempt("rateLimited", { retryAfterSeconds: 3 }),
      createFailedAttempt("rateLimited", { retryAfterSeconds: 3 }),
      successfulAttempt,
    ];
    expect(await ask(twice)).toMatchObject({ calls: 2, waits: [3_000] });
  });

  test("is not retried if the calls have already taken too long", async () => {
    const slowAttempt: Attempt = { ...createFailedAttempt("serverError", { status: 500 }), durationMs: 4_500 };
    expect(await ask([slowAttempt, successfulAttempt])).toMatchObject({ calls: 1, waits: [] });
  });

  test("is not retried after a stop, which ends the wait", async () => {
    const { failure, calls, stop } = await ask([createFailedAttempt("unreachable"), successfulAttempt], {
      stopDuringWait: true,
    });
    expect(calls).toBe(1);
    expect(failure).toBe(stop.signal.reason);
  });
});

test.each<[string, ModelEvent]>([
  ["a text", { type: "text", text: "Half" }],
  ["reasoning", { type: "reasoning", text: "Hm" }],
  ["a function call", { type: "toolCall", index: 0, id: "1", name: "find" }],
])("after %s, nothing is retried", async (_, event) => {
  const attempt: Attempt = { events: [[event]], ...createFailedAttempt("cut") };
  const { events, failure, calls } = await ask([attempt, successfulAttempt]);
  expect({ events, failure, calls }).toEqual({ events: [event], failure: attempt.error, calls: 1 });
});

test("an error that is not the model server's is not retried", async () => {
  const bug = new TypeError("a bug");
  expect(await ask([{ error: bug }, successfulAttempt])).toMatchObject({ failure: bug, calls: 1 });
});
