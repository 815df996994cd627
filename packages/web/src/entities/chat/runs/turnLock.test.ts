import { expect, test } from "vitest";
import { getChangeLockName } from "../../conversations/conversationLocks.ts";
import { acquireTurnLock } from "./turnLock.ts";

// Node implements the Web Locks API, so these tests need no fake.
const { locks } = navigator;
const startSettling = (lock: ReturnType<typeof acquireTurnLock>) => {
  const wasHeldValues: boolean[] = [];
  return { wasHeldValues, done: lock.settle(async (wasHeld) => void wasHeldValues.push(wasHeld)) };
};

test("the first tab gets the lock; the second waits, and is told that it did not have the lock", async () => {
  const firstLock = acquireTurnLock("a", locks);
  const secondLock = acquireTurnLock("a", locks);
  const { wasHeldValues: secondWasHeldValues, done: secondDone } = startSettling(secondLock);
  const { wasHeldValues: firstWasHeldValues, done: firstDone } = startSettling(firstLock);
  await firstDone;
  expect(firstWasHeldValues).toEqual([true]);
  expect(secondWasHeldValues).toEqual([]);
  firstLock.release();
  await secondDone;
  expect(secondWasHeldValues).toEqual([false]);
  secondLock.release();
});

test("a tab that gets the lock before its answer ends counts as its holder", async () => {
  const firstLock = acquireTurnLock("b", locks);
  await startSettling(firstLock).done;
  const secondLock = acquireTurnLock("b", locks);
  firstLock.release();
  while (!secondLock.isHeld) await Promise.resolve().then(() => new Promise(setImmediate));
  const { wasHeldValues, done } = startSettling(secondLock);
  await done;
  expect(wasHeldValues).toEqual([true]);
  secondLock.release();
});

test("a tab that only changes the conversation does not count as one that saves the answer", async () => {
  const change = Promise.withResolvers<void>();
  const changeDone = locks.request(getChangeLockName("f"), () => change.promise);
  const lock = acquireTurnLock("f", locks);
  const { wasHeldValues, done } = startSettling(lock);
  expect(lock.isHeld).toBe(false);
  change.resolve();
  await Promise.all([changeDone, done]);
  expect(wasHeldValues).toEqual([true]);
  lock.release();
});

test("other conversations do not wait", async () => {
  const firstLock = acquireTurnLock("c", locks);
  const otherLock = acquireTurnLock("d", locks);
  const { wasHeldValues, done } = startSettling(otherLock);
  await done;
  expect(wasHeldValues).toEqual([true]);
  firstLock.release();
  otherLock.release();
});

test("a browser without locks continues as if it held them", async () => {
  const { wasHeldValues, done } = startSettling(acquireTurnLock("e", undefined));
  await done;
  expect(wasHeldValues).toEqual([true]);
});
