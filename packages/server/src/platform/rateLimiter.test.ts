import { expect, test } from "vitest";
import { createManualClock } from "../testing/manualClock.ts";
import { createRateLimiter } from "./rateLimiter.ts";

test("allows a minute's requests in a burst, then refills evenly, and returns the exact wait", () => {
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

test("counts over a longer period, too", () => {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock, 24, { periodMs: 86_400_000 });
  for (let count = 0; count < 24; count++) expect(limiter.take("ann")).toBe(0);
  expect(limiter.take("ann")).toBe(3_600_000);
  clock.advance(3_600_000);
  expect(limiter.take("ann")).toBe(0);
  expect(limiter.peek("ann")).toEqual({ remaining: 0, fullInMs: 86_400_000 });
});

test("limits each key separately", () => {
  const limiter = createRateLimiter(createManualClock(), 1);
  expect(limiter.take("ann")).toBe(0);
  expect(limiter.take("ann")).toBe(60_000);
  expect(limiter.take("bob")).toBe(0);
});

test("a heavier request costs more, and one heavier than a minute's worth is eventually allowed", () => {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock, 20);
  expect(limiter.take("ann", 15)).toBe(0);
  expect(limiter.take("ann", 10)).toBe(15_000);
  expect(limiter.take("ann", 5)).toBe(0);
  clock.advance(60_000);
  expect(limiter.take("ann", 1_000)).toBe(0);
  expect(limiter.take("ann")).toBe(3_000);
});

test("setting the clock back costs nothing", () => {
  const clock = createManualClock();
  const limiter = createRateLimiter(clock, 2);
  expect(limiter.take("ann")).toBe(0);
  clock.advance(-3_600_000);
  expect(limiter.take("ann")).toBe(0);
  expect(limiter.take("ann")).toBe(30_000);
  clock.advance(30_000);
  expect(limiter.take("ann")).toBe(0);
});

test("forgets the least recently used keys beyond its capacity", () => {
  const limiter = createRateLimiter(createManualClock(), 1, { capacity: 2 });
  for (const key of ["a", "b", "a", "c"]) limiter.take(key);
  expect(limiter.take("a")).toBeGreaterThan(0);
  expect(limiter.take("c")).toBeGreaterThan(0);
  expect(limiter.take("b")).toBe(0);
});
