import { expect, test } from "vitest";
import { createSessionCache } from "./sessionCache.ts";

const actor = { userId: "u", email: "e", name: "n", isAdmin: false, sessionId: "s" };
const at = (ms: number) => new Date(ms);

test("a session is cached for 5 s", () => {
  const cache = createSessionCache();
  expect(cache.get("s", at(0))).toBeUndefined();
  cache.set("s", actor, at(0));
  expect(cache.get("s", at(4_999))).toBe(actor);
  expect(cache.get("s", at(5_000))).toBeUndefined();
});

test("a session that has ended stays ended, even if an earlier query returns it later", () => {
  const cache = createSessionCache();
  cache.set("s", null, at(0));
  expect(cache.set("s", actor, at(1))).toBeNull();
  expect(cache.get("s", at(60_000))).toBeNull();
});

test("the cache does not exceed its capacity, and evicts the oldest entries first", () => {
  const cache = createSessionCache(2);
  for (const id of ["a", "b", "c"]) cache.set(id, actor, at(0));
  expect(["a", "b", "c"].map((id) => cache.get(id, at(1)))).toEqual([undefined, actor, actor]);
});
