import { expect, test, vi } from "vitest";
import { createTestActor } from "../../testing/createTestActor.ts";
import { createSessionCache } from "./sessionCache.ts";

const actor = createTestActor("u");
const toDate = (ms: number) => new Date(ms);
const createRead = () => vi.fn(async () => actor);

test("a session is read at most every 2 s", async () => {
  const cache = createSessionCache();
  const read = createRead();
  for (const ms of [0, 1_999]) expect(await cache.get("s", toDate(ms), read)).toBe(actor);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await cache.get("s", toDate(2_000), read)).toBe(actor);
  expect(read).toHaveBeenCalledTimes(2);
});

test("concurrent requests share one read, also a failing one, which is then repeated", async () => {
  const cache = createSessionCache();
  const read = vi.fn(() => Promise.reject<null>(new Error("unreachable")));
  const results = await Promise.allSettled([1, 2].map(() => cache.get("s", toDate(0), read)));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(read).toHaveBeenCalledTimes(1);
  expect(await cache.get("s", toDate(0), createRead())).toBe(actor);
});

test("a read that takes 2 s is not shared with later requests, and does not replace what they read", async () => {
  const cache = createSessionCache();
  const slowRead = Promise.withResolvers<typeof actor>();
  const slowResult = cache.get("s", toDate(0), () => slowRead.promise);
  const laterRead = vi.fn(async () => null);
  const sharedResult = cache.get("s", toDate(1_999), laterRead);
  expect(laterRead).not.toHaveBeenCalled();
  expect(await cache.get("s", toDate(2_000), laterRead)).toBeNull();
  slowRead.resolve(actor);
  expect(await Promise.all([slowResult, sharedResult])).toEqual([null, null]);
  expect(await cache.get("s", toDate(2_001), createRead())).toBeNull();
});

test("a session that has ended stays ended, even if an earlier read returns it later", async () => {
  const cache = createSessionCache();
  const earlierRead = Promise.withResolvers<typeof actor>();
  const reading = cache.get("s", toDate(0), () => earlierRead.promise);
  cache.end("s");
  earlierRead.resolve(actor);
  expect(await reading).toBeNull();
  expect(await cache.get("s", toDate(60_000), createRead())).toBeNull();
});

test("the cache does not exceed its capacity, and evicts the oldest entries first", async () => {
  const cache = createSessionCache(2);
  const read = createRead();
  for (const id of ["a", "b", "c", "c", "b"]) await cache.get(id, toDate(0), read);
  expect(read).toHaveBeenCalledTimes(3);
  await cache.get("a", toDate(0), read);
  expect(read).toHaveBeenCalledTimes(4);
});
