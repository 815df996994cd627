import { expect, test } from "vitest";
import { createRecentReads } from "./recentReads.ts";

function setUp(capacity?: number) {
  let nowMs = 0;
  let reads = 0;
  const recent = createRecentReads<string>(
    { now: () => new Date(nowMs) },
    { lifetimeMs: 1_000, ...(capacity === undefined ? {} : { capacity }) },
  );
  const read = (key = "a") => recent.get(key, async () => `${key}${++reads}`);
  const pass = (ms: number) => {
    nowMs += ms;
  };
  return { recent, read, pass };
}

test("a value is read once a second, and once for callers at the same time", async () => {
  const { read, pass } = setUp();
  expect(await Promise.all([read(), read()])).toEqual(["a1", "a1"]);
  pass(999);
  expect(await read()).toBe("a1");
  pass(1);
  expect(await read()).toBe("a2");
});

test("each key has its own, and the oldest is forgotten where there are too many", async () => {
  const { read } = setUp(2);
  expect([await read("a"), await read("b"), await read("a")]).toEqual(["a1", "b2", "a1"]);
  expect([await read("c"), await read("b"), await read("a")]).toEqual(["c3", "b2", "a4"]);
});

test("what is not there and what fails is read again", async () => {
  const { recent, read } = setUp();
  expect(await recent.get("a", async () => null)).toBeNull();
  await expect(recent.get("a", () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  expect(await read()).toBe("a1");
});
