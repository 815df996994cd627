import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LruCache } from "./lruCache.ts";

describe("a cache bounded by size", () => {
  test("evicts the least recently used entry", () => {
    const cache = new LruCache<string>(10);
    cache.set("a", "A", 4);
    cache.set("b", "B", 4);
    expect(cache.get("a")).toBe("A");
    cache.set("c", "C", 4);
    expect([cache.get("a"), cache.get("b"), cache.get("c")]).toEqual(["A", undefined, "C"]);
  });

  test("does not store a value larger than the limit, and removes the previous value of that key", () => {
    const cache = new LruCache<string>(10);
    cache.set("a", "A", 4);
    cache.set("a", "huge", 11);
    expect(cache.get("a")).toBeUndefined();
    expect(cache.size).toBe(0);
  });

  test("never exceeds its limit", () => {
    const insertions = fc.array(fc.record({ name: fc.constantFrom("a", "b", "c", "d"), size: fc.nat(12) }));
    fc.assert(
      fc.property(insertions, (entries) => {
        const cache = new LruCache<number>(10);
        for (const { name, size } of entries) {
          cache.set(name, size, size);
          expect(cache.size).toBeLessThanOrEqual(10);
          expect(cache.get(name)).toBe(size <= 10 ? size : undefined);
        }
      }),
    );
  });
});
