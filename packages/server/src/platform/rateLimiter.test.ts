import { expect, test } from "vitest";
import { createManualClock } from "../testing/manualClock.ts";
import { createRateLimiter } from "./rateLimiter.ts";

test("a minute's worth may come at once; then it comes back evenly, and the wait is what it says", () => {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock, 60);
  for (let count = 0; count < 60; count++) expect(limiter.take("ann")).toBe(0);
  expect(limiter.take("ann")).toBe(1_000);
  clock.advance(999);
  expect(limiter.take("ann")).toBe(1);
  clock.advance(1);
  expect(limiter.take("ann")).toBe(0);
  expect(limiter.take("ann")).toBe(1_000);
  clock.advance(3_600_000);
  for (let count = 0; count < 60; count++) expect(limiter.take("ann")).toBe(0);
  expect(limiter.take("ann")).toBeGreaterThan(0);
});

test("one who has asked too often holds up nobody else", () => {
  const limiter = createRateLimiter(createManualClock(), 1);
  expect(limiter.take("ann")).toBe(0);
  expect(limiter.take("ann")).toBe(60_000);
  expect(limiter.take("bob")).toBe(0);
});

test("what weighs more takes more, and what weighs more than a minute's worth is not refused for ever", () => {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock, 20);
  expect(limiter.take("ann", 15)).toBe(0);
  expect(limiter.take("ann", 10)).toBe(15_000);
  expect(limiter.take("ann", 5)).toBe(0);
  clock.advance(60_000);
  expect(limiter.take("ann", 1_000)).toBe(0);
  expect(limiter.take("ann")).toBe(3_000);
});

test("a clock that is set back takes nothing away", () => {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock, 2);
  expect(limiter.take("ann")).toBe(0);
  clock.advance(-3_600_000);
  expect(limiter.take("ann")).toBe(0);
  expect(limiter.take("ann")).toBe(30_000);
  clock.advance(30_000);
  expect(limiter.take("ann")).toBe(0);
});

test("no more are remembered than there is room for, and those heard of last stay", () => {
  const limiter = createRateLimiter(createManualClock(), 1, 2);
  for (const key of ["a", "b", "a", "c"]) limiter.take(key);
  expect(limiter.take("a")).toBeGreaterThan(0);
  expect(limiter.take("c")).toBeGreaterThan(0);
  expect(limiter.take("b")).toBe(0);
});
