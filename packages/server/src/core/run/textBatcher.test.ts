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
  return { sent, batcher: createTextBatcher((text) => sent.push(text), 30) };
}

test("the first text is sent alone and immediately", () => {
  const { sent, batcher } = setUp();
  batcher.add("a");
  batcher.add("b");
  expect(sent).toEqual(["a"]);
});

test("texts that arrive within 30 ms of the last send are sent together", () => {
  const { sent, batcher } = setUp();
  batcher.add("a");
  vi.advanceTimersByTime(10);
  batcher.add("b");
  vi.advanceTimersByTime(10);
  batcher.add("c");
  expect(sent).toEqual(["a"]);
  vi.advanceTimersByTime(10);
  expect(sent).toEqual(["a", "bc"]);
});

test("a text that arrives after a pause is sent immediately", () => {
  const { sent, batcher } = setUp();
  batcher.add("a");
  vi.advanceTimersByTime(40);
  batcher.add("b");
  expect(sent).toEqual(["a", "b"]);
});

test("a flush sends the buffered text and leaves no timer", () => {
  const { sent, batcher } = setUp();
  batcher.add("a");
  batcher.add("b");
  batcher.flush();
  batcher.flush();
  expect(sent).toEqual(["a", "b"]);
  expect(vi.getTimerCount()).toBe(0);
});
