import { expect, test } from "vitest";
import { acquireTurnLock } from "./turnLock.ts";

// Node implements the Web Locks API, so these tests need no fake.
const { locks } = navigator;
const settleOf = (lock: ReturnType<typeof acquireTurnLock>) => {
  const settled: boolean[] = [];
  return { settled, done: lock.settle(async (wasHeld) => void settled.push(wasHeld)) };
};

test("the first tab gets the lock; the second waits, and is told that it did not have the lock", async () => {
  const first = acquireTurnLock("a", locks);
  const second = acquireTurnLock("a", locks);
  const { settled: seconds, done: secondDone } = settleOf(second);
  const { settled: firsts, done: firstDone } = settleOf(first);
  await firstDone;
  expect(firsts).toEqual([true]);
  expect(seconds).toEqual([]);
  first.release();
  await secondDone;
  expect(seconds).toEqual([false]);
  second.release();
});

test("a tab that gets the lock before its answer ends counts as its holder", async () => {
  const first = acquireTurnLock("b", locks);
  await settleOf(first).done;
  const second = acquireTurnLock("b", locks);
  first.release();
  while (!second.isHeld) await Promise.resolve().then(() => new Promise(setImmediate));
  const { settled, done } = settleOf(second);
  await done;
  expect(settled).toEqual([true]);
  second.release();
});

test("other conversations do not wait", async () => {
  const first = acquireTurnLock("c", locks);
  const other = acquireTurnLock("d", locks);
  const { settled, done } = settleOf(other);
  await done;
  expect(settled).toEqual([true]);
  first.release();
  other.release();
});

test("a browser without locks continues as if it held them", async () => {
  const { settled, done } = settleOf(acquireTurnLock("e", undefined));
  await done;
  expect(settled).toEqual([true]);
});
