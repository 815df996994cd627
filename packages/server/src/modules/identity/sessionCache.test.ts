import { expect, test } from "vitest";
import { createTestActor } from "../../testing/createTestActor.ts";
import { createSessionCache } from "./sessionCache.ts";

const actor = createTestActor("u");
const toDate = (ms: number) => new Date(ms);

test("a session is cached for 2 s", () => {
  const cache = createSessionCache();
  expect(cache.get("s", toDate(0))).toBeUndefined();
  cache.set("s", actor, toDate(0));
  expect(cache.get("s", toDate(1_999))).toBe(actor);
  expect(cache.get("s", toDate(2_000))).toBeUndefined();
});

test("a session that has ended stays ended, even if an earlier query returns it later", () => {
  const cache = createSessionCache();
  cache.set("s", null, toDate(0));
  expect(cache.set("s", actor, toDate(1))).toBeNull();
  expect(cache.get("s", toDate(60_000))).toBeNull();
});

test("the cache does not exceed its capacity, and evicts the oldest entries first", () => {
  const cache = createSessionCache(2);
  for (const id of ["a", "b", "c"]) cache.set(id, actor, toDate(0));
  expect(["a", "b", "c"].map((id) => cache.get(id, toDate(1)))).toEqual([undefined, actor, actor]);
});
