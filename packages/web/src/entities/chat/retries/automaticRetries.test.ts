import type { AnswerEnd, Message } from "@lectern/contract";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { SendOutcome } from "../runs/activeRun.ts";
import type { RunObserver } from "../runs/chatRuns.ts";
import { type AutomaticRetries, createAutomaticRetries } from "./automaticRetries.ts";

const conversationId = "c1";
let observers: Set<RunObserver>;
let answer: Message;
let headId: string;
let mayRetry: boolean;
let outcome: SendOutcome;
let random: number;
let retriedIds: string[];
let givenUpCount: number;
let retries: AutomaticRetries;
let stopAllowing: () => void;

const startRun = () => {
  for (const { onStart } of observers) onStart?.(conversationId, "r");
};
const endRun = (end: AnswerEnd) => {
  for (const { onEnd } of observers) onEnd?.(conversationId, "r", end);
};
/** Ends a run with a failure after which the server wants the client to wait. */
const fail = (waitSeconds = 30) =>
  endRun({ end: "failed", retryAt: new Date(Date.now() + waitSeconds * 1_000).toISOString() });
const isPending = () => retries.store.getState()[conversationId] !== undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-21T10:00:00.000Z") });
  observers = new Set();
  answer = { id: "a", parentId: "u", role: "assistant", content: "", data: { run: { requestId: "r" } } };
  [headId, mayRetry, outcome, random, retriedIds, givenUpCount] = ["a", true, "stored", 0, [], 0];
  retries = createAutomaticRetries({
    runs: {
      observe: (observer) => {
        observers.add(observer);
        return () => observers.delete(observer);
      },
    },
    readConversation: () => ({ messages: [answer], headId }),
    onGivenUp: () => givenUpCount++,
    random: () => random,
  });
  retries.connect();
  stopAllowing = retries.allow(conversationId, {
    mayRetry: () => mayRetry,
    retry: async ({ id }) => {
      retriedIds.push(id);
      if (outcome !== "returned") startRun();
      return outcome;
    },
  });
  startRun();
});

afterEach(() => void vi.useRealTimers());

test("an answer is requested again when the server says so, at the latest 2 s later", () => {
  random = 0.75;
  fail(30);
  expect(retries.store.getState()[conversationId]?.dueAt).toBe("2026-11-21T10:00:31.500Z");
  vi.advanceTimersByTime(31_499);
  expect(retriedIds).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(retriedIds).toEqual(["a"]);
  expect(isPending()).toBe(false);
  expect(givenUpCount).toBe(0);
});

test.each<[string, () => void]>([
  ["the wait is too long", () => fail(121)],
  ["the server named no time", () => endRun({ end: "failed" })],
  ["the answer was stopped", () => endRun({ end: "stopped", retryAt: "2026-11-21T10:00:30.000Z" })],
  [
    "the answer has text",
    () => {
      answer = { ...answer, content: "Half" };
      fail();
    },
  ],
  [
    "the conversation goes on elsewhere",
    () => {
      headId = "b";
      fail();
    },
  ],
  [
    "a message is being edited, or nothing can be sent",
    () => {
      mayRetry = false;
      fail();
    },
  ],
  [
    "the conversation is not open",
    () => {
      stopAllowing();
      fail();
    },
  ],
])("nothing is promised if %s", (_, end) => {
  end();
  expect(isPending()).toBe(false);
  vi.advanceTimersByTime(200_000);
  expect(retriedIds).toEqual([]);
});

describe("a pending retry", () => {
  test.each<[string, () => void]>([
    ["the person cancels it", () => retries.cancel(conversationId)],
    ["the conversation is closed", () => stopAllowing()],
    ["nothing can be sent when its time has come", () => (mayRetry = false)],
    ["the computer slept for more than 10 s past its time", () => vi.setSystemTime("2026-11-21T10:00:41.000Z")],
  ])("is given up once and for all if %s", (_, act) => {
    fail(30);
    act();
    vi.advanceTimersByTime(30_000);
    expect(isPending()).toBe(false);
    expect(givenUpCount).toBe(1);
    mayRetry = true;
    vi.advanceTimersByTime(3_600_000);
    expect(retriedIds).toEqual([]);
    expect(givenUpCount).toBe(1);
  });

  test("starts at once if the person does not want to wait", () => {
    fail(30);
    retries.retryNow(conversationId);
    expect(retriedIds).toEqual(["a"]);
    vi.advanceTimersByTime(60_000);
    expect(retriedIds).toEqual(["a"]);
  });

  test("ends when the person sends something else", () => {
    fail(30);
    startRun();
    expect(isPending()).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(retriedIds).toEqual([]);
  });

  test("that cannot start is given up", async () => {
    outcome = "returned";
    fail(30);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(givenUpCount).toBe(1);
  });
});

test("after three retries the person decides, who can ask again for three more", () => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    fail(10);
    vi.advanceTimersByTime(10_000);
  }
  expect(retriedIds).toHaveLength(3);
  startRun();
  fail(10);
  expect(isPending()).toBe(true);
});
