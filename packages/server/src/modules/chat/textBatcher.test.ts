import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTextBatcher } from "./textBatcher.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const sent: string[] = [];
  return { sent, gatherer: createTextBatcher((text) => sent.push(text), 30) };
}

test("the first text leaves alone and at once", () => {
  const { sent, gatherer } = setUp();
  gatherer.add("a");
  gatherer.add("b");
  expect(sent).toEqual(["a"]);
});

test("what comes within 30 ms of what left leaves together", () => {
  const { sent, gatherer } = setUp();
  gatherer.add("a");
  vi.advanceTimersByTime(10);
  gatherer.add("b");
  vi.advanceTimersByTime(10);
  gatherer.add("c");
  expect(sent).toEqual(["a"]);
  vi.advanceTimersByTime(10);
  expect(sent).toEqual(["a", "bc"]);
});

test("text that comes after a pause leaves at once", () => {
  const { sent, gatherer } = setUp();
  gatherer.add("a");
  vi.advanceTimersByTime(40);
  gatherer.add("b");
  expect(sent).toEqual(["a", "b"]);
});

test("a flush lets go of what waits, and leaves no timer", () => {
  const { sent, gatherer } = setUp();
  gatherer.add("a");
  gatherer.add("b");
  gatherer.flush();
  gatherer.flush();
  expect(sent).toEqual(["a", "b"]);
  expect(vi.getTimerCount()).toBe(0);
});
