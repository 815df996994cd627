import { afterEach, expect, test, vi } from "vitest";
import { createDelayedLoad } from "./createDelayedLoad.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("[G9.06] groups are loaded 1000 ms after the first of several changes of rights, once", () => {
  vi.useFakeTimers();
  const load = vi.fn();
  const { request, cancel } = createDelayedLoad(load, { delayMs: 1_000 });
  request();
  vi.advanceTimersByTime(999);
  request();
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(5_000);
  expect(load).toHaveBeenCalledTimes(1);
  request();
  cancel();
  vi.advanceTimersByTime(5_000);
  expect(load).toHaveBeenCalledTimes(1);
});
