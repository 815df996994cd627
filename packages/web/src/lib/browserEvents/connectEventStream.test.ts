import type { BrowserEvent } from "@lectern/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectEventStream } from "./connectEventStream.ts";
import type { StreamEnd, StreamHandlers } from "./readEventStream.ts";

const settings: BrowserEvent = { type: "settings" };
const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
const network = { onLine: true };

interface Attempt extends StreamHandlers {
  lastEventId: string | null;
  end: (end: StreamEnd) => void;
}

let attempts: Attempt[];
let liveChanges: boolean[];
let signedOutCount: number;
let stop: () => void;

const connect = (random = 0.5) => {
  stop = connectEventStream({
    lastEventId: "a.0",
    onEvent: () => {},
    onLive: (isLive) => liveChanges.push(isLive),
    onSignedOut: () => {
      signedOutCount += 1;
    },
    random: () => random,
    read: (lastEventId, handlers, signal) =>
      new Promise((resolve) => {
        attempts.push({ lastEventId, ...handlers, end: resolve });
        signal.addEventListener("abort", () => resolve({ kind: "failed", status: null, retryAfterMs: 0 }));
      }),
  });
};
const broken: StreamEnd = { kind: "failed", status: null, retryAfterMs: 0 };
const rejected = (status: number, retryAfterMs = 0): StreamEnd => ({ kind: "failed", status, retryAfterMs });
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Ends the last attempt. Returns the time after which the next one starts. */
async function measureDelay(end: StreamEnd): Promise<number> {
  const count = attempts.length;
  attempts.at(-1)?.end(end);
  for (let ms = 0; ms <= 200_000; ms += 250) {
    await advance(ms === 0 ? 0 : 250);
    if (attempts.length > count) return ms;
  }
  return Number.POSITIVE_INFINITY;
}

beforeEach(() => {
  vi.useFakeTimers();
  attempts = [];
  liveChanges = [];
  signedOutCount = 0;
  network.onLine = true;
  page.visibilityState = "visible";
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", network);
  const target = new EventTarget();
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  vi.stubGlobal("dispatchEvent", target.dispatchEvent.bind(target));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a broken stream continues after its last event, and says meanwhile that it is down", async () => {
  connect();
  attempts[0]?.onAlive();
  attempts[0]?.onEvent("a.1", settings);
  expect(await measureDelay(broken)).toBe(500);
  expect(attempts.map(({ lastEventId }) => lastEventId)).toEqual(["a.0", "a.1"]);
  expect(liveChanges).toEqual([true, false]);
});

test("attempts become rarer until one succeeds", async () => {
  connect();
  const delays: number[] = [];
  for (let failure = 0; failure < 7; failure++) delays.push(await measureDelay(broken));
  expect(delays).toEqual([500, 1_000, 2_000, 5_000, 10_000, 30_000, 30_000]);
  attempts.at(-1)?.onAlive();
  expect(await measureDelay(broken)).toBe(500);
});

test("a server that closes the streams of many browsers is not asked by all of them at once", async () => {
  const delays = [];
  for (const random of [0, 0.5, 1]) {
    connect(random);
    attempts.at(-1)?.onAlive();
    delays.push(await measureDelay({ kind: "closed" }));
    stop();
  }
  expect(delays).toEqual([500, 1_000, 1_500]);
});

test("a rejection is repeated rarely or when the server says, and one of the session is reported", async () => {
  connect();
  expect(await measureDelay(rejected(403))).toBe(60_000);
  expect(await measureDelay(rejected(429, 20_000))).toBe(20_000);
  expect(signedOutCount).toBe(0);
  attempts.at(-1)?.end(rejected(401));
  await advance(0);
  expect(signedOutCount).toBe(1);
});

test("without a network it waits, and connects as soon as the network is back", async () => {
  connect();
  network.onLine = false;
  attempts[0]?.end(broken);
  await advance(600_000);
  expect(attempts).toHaveLength(1);
  network.onLine = true;
  dispatchEvent(new Event("online"));
  await advance(0);
  expect(attempts).toHaveLength(2);
});

test("a page that becomes visible after a silence, as when the computer has slept, connects again", async () => {
  connect();
  attempts[0]?.onAlive();
  page.dispatchEvent(new Event("visibilitychange"));
  await advance(1_000);
  expect(attempts).toHaveLength(1);
  await advance(30_000);
  page.dispatchEvent(new Event("visibilitychange"));
  await advance(1_000);
  expect(attempts).toHaveLength(2);
});

test("nothing is opened after it was stopped", async () => {
  connect();
  stop();
  await advance(600_000);
  expect(attempts).toHaveLength(1);
});
