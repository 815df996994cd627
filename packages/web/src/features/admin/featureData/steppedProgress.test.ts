import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSteppedProgress } from "./steppedProgress.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

// The specification lets the bar run by itself. Ours moves in the same steps, but never beyond what has been sent.
test("[A9.02] progress moves by 5 every 200 ms as far as the bytes have been sent, and ends with the server's answer", () => {
  const shown: number[] = [];
  const progress = createSteppedProgress((percent) => shown.push(percent));
  vi.advanceTimersByTime(1_000);
  expect(shown).toEqual([]);
  progress.setSent(0.52);
  vi.advanceTimersByTime(199);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([5]);
  vi.advanceTimersByTime(200);
  expect(shown).toEqual([5, 10]);
  vi.advanceTimersByTime(10_000);
  expect(shown.at(-1)).toBe(50);
  // A late event of an earlier moment does not take anything back.
  progress.setSent(0.1);
  progress.setSent(1);
  vi.advanceTimersByTime(10_000);
  expect(shown.at(-1)).toBe(95);
  progress.complete();
  expect(shown).toEqual([...Array.from({ length: 20 }, (_, index) => (index + 1) * 5)]);
  vi.advanceTimersByTime(1_000);
  expect(shown).toHaveLength(20);
});

test("a short upload is complete at once, and one that failed moves no more", () => {
  const shown: number[] = [];
  const short = createSteppedProgress((percent) => shown.push(percent));
  short.setSent(1);
  short.complete();
  expect(shown).toEqual([100]);
  const failed = createSteppedProgress((percent) => shown.push(percent));
  failed.setSent(1);
  failed.stop();
  vi.advanceTimersByTime(10_000);
  expect(shown).toEqual([100]);
});
