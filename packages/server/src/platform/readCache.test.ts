import { expect, test } from "vitest";
import { createReadCache } from "./readCache.ts";

function setUp(capacity?: number) {
  let nowMs = 0;
  let readCount = 0;
  const cache = createReadCache<string>(
    { now: () => new Date(nowMs) },
    { lifetimeMs: 1_000, ...(capacity === undefined ? {} : { capacity }) },
  );
  const read = (key = "a") => cache.get(key, async () => `${key}${++readCount}`);
  const advance = (ms: number) => {
    nowMs += ms;
  };
  return { cache, read, advance };
}

test("reads a value once a second, and once for concurrent callers", async () => {
  const { read, advance } = setUp();
  expect(await Promise.all([read(), read()])).toEqual(["a1", "a1"]);
  advance(999);
  expect(await read()).toBe("a1");
  advance(1);
  expect(await read()).toBe("a2");
});

test("caches each key separately, and evicts the oldest beyond its capacity", async () => {
  const { read } = setUp(2);
  expect([await read("a"), await read("b"), await read("a")]).toEqual(["a1", "b2", "a1"]);
  expect([await read("c"), await read("b"), await read("a")]).toEqual(["c3", "b2", "a4"]);
});

test("a read removes expired values of other keys", async () => {
  const { read, advance } = setUp();
  await read("a");
  advance(1_000);
  await read("b");
  advance(-1); // Would be valid again if it were still there.
  expect(await read("a")).toBe("a3");
  expect(await read("b")).toBe("b2");
});

test("does not cache null or failures", async () => {
  const { cache, read } = setUp();
  expect(await cache.get("a", async () => null)).toBeNull();
  await expect(cache.get("a", () => Promise.reject(new Error("no database")))).rejects.toThrow("no database");
  expect(await read()).toBe("a1");
});
