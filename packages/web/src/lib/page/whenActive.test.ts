import { afterEach, beforeEach, expect, test, vi } from "vitest";

let page: EventTarget;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("callbacks run once at the first activity, and immediately afterwards; a stopped one never runs", async () => {
  const { whenActive } = await import("./whenActive.ts");
  const calls: string[] = [];
  whenActive(() => calls.push("first"));
  const stop = whenActive(() => calls.push("stopped"));
  stop();
  expect(calls).toEqual([]);
  page.dispatchEvent(new Event("pointermove"));
  page.dispatchEvent(new Event("keydown"));
  expect(calls).toEqual(["first"]);
  whenActive(() => calls.push("later"));
  expect(calls).toEqual(["first", "later"]);
});

test("without any activity, callbacks run after some seconds", async () => {
  const { whenActive } = await import("./whenActive.ts");
  const callback = vi.fn();
  whenActive(callback);
  vi.advanceTimersByTime(1_000);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10_000);
  expect(callback).toHaveBeenCalledOnce();
});
