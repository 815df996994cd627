import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dispatchBrowserEvent } from "./browserEvents.ts";
import { loadAfterEvents } from "./loadAfterEvents.ts";

const load = vi.fn();
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  load.mockClear();
  stop = loadAfterEvents(["assistants", "rights", "resync"], load, { delayMs: 100 });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("the two events of one change load once, after the delay", () => {
  dispatchBrowserEvent({ type: "rights" }, true);
  dispatchBrowserEvent({ type: "assistants" }, true);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(100);
  expect(load).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(load).toHaveBeenCalledTimes(1);
});

test.each([
  { type: "assistants", isForEverybody: true },
  { type: "rights", isForEverybody: true },
  { type: "resync" },
] as const)("after $type for everybody, browsers load at different times, and once for many changes", (event) => {
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  for (let count = 0; count < 20; count++) dispatchBrowserEvent(event, true);
  vi.advanceTimersByTime(2_599);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledTimes(1);
});

test("a change of the person's own does not wait for one that everybody was told of", () => {
  vi.spyOn(Math, "random").mockReturnValue(0.9);
  dispatchBrowserEvent({ type: "assistants", isForEverybody: true }, true);
  dispatchBrowserEvent({ type: "assistants" }, true);
  vi.advanceTimersByTime(100);
  expect(load).toHaveBeenCalledTimes(1);
});

test("nothing is loaded after the end", () => {
  dispatchBrowserEvent({ type: "assistants" }, true);
  dispatchBrowserEvent({ type: "resync" }, true);
  stop();
  dispatchBrowserEvent({ type: "rights" }, true);
  vi.advanceTimersByTime(60_000);
  expect(load).not.toHaveBeenCalled();
});
