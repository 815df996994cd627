import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type RunResult, reconnect } from "./reconnect.ts";

const networkError: RunResult = { kind: "networkError" };
const endedResult: RunResult = { kind: "ended", lastEventId: 9 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Calls `reconnect` with reads that return these results, in order. The last one repeats. */
function startReconnecting(...results: RunResult[]) {
  const read = vi.fn(async () => results[Math.min(read.mock.calls.length, results.length) - 1] ?? networkError);
  const abortController = new AbortController();
  let result: RunResult | null = null;
  void reconnect({ kind: "broken", lastEventId: 3 }, read, abortController.signal).then((last) => {
    result = last;
  });
  return { read, abortController, result: () => result };
}

/** Sets the browser's online state. */
function stubNetwork() {
  const browser = new EventTarget();
  const network = { onLine: true };
  vi.stubGlobal("navigator", network);
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("removeEventListener", browser.removeEventListener.bind(browser));
  return {
    go(state: "offline" | "online") {
      network.onLine = state === "online";
      browser.dispatchEvent(new Event(state));
    },
  };
}

test("a run is read again until it has ended", async () => {
  const { read, result } = startReconnecting(networkError, { kind: "broken", lastEventId: 5 }, endedResult);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(result()).toEqual(endedResult);
  expect(read).toHaveBeenCalledTimes(3);
});

test("reconnecting gives up after five minutes of attempts without an event", async () => {
  const { read, result } = startReconnecting(networkError);
  await vi.advanceTimersByTimeAsync(280_000);
  expect(result()).toBeNull();
  await vi.advanceTimersByTimeAsync(40_000);
  expect(result()).toEqual(networkError);
  expect(read.mock.calls.length).toBeLessThan(30);
});

test("a computer that slept for hours still retries: only the wait between attempts counts", async () => {
  const { result } = startReconnecting(networkError, networkError, endedResult);
  await vi.advanceTimersByTimeAsync(200);
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(result()).toEqual(endedResult);
});

test("without a network it neither retries nor gives up; it retries when the browser is back online", async () => {
  const network = stubNetwork();
  network.go("offline");
  const { read, result } = startReconnecting(endedResult);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(read).not.toHaveBeenCalled();
  network.go("online");
  // The wait ended when the network returned. A short wait precedes the retry.
  await vi.advanceTimersByTimeAsync(200);
  expect(result()).toEqual(endedResult);
});

test("stopping ends reconnecting immediately, with or without a network", async () => {
  const network = stubNetwork();
  for (const state of ["online", "offline"] as const) {
    network.go(state);
    const { abortController, result } = startReconnecting(networkError);
    abortController.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(result()).toEqual({ kind: "aborted", lastEventId: 3 });
  }
});
