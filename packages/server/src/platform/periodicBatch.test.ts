import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPeriodicBatch } from "./periodicBatch.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const writes: string[][] = [];
  let respond = (): Promise<void> => Promise.resolve();
  const batch = createPeriodicBatch<string>({
    intervalMs: 1_000,
    maxWriteSize: 4,
    getSize: (item) => item.length,
    write: (items) => {
      writes.push([...items]);
      return respond();
    },
  });
  return { batch, writes, setResponse: (next: () => Promise<void>) => (respond = next) };
}

const onFailure = () => undefined;

test("writes the values of all sources together once per interval, and nothing for a source without a new value", async () => {
  const { batch, writes } = setUp();
  batch.add({ collect: () => "a", onFailure });
  batch.add({ collect: () => null, onFailure });
  batch.add({ collect: async () => "b", onFailure });
  expect(writes).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(writes).toEqual([["a", "b"]]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(writes).toHaveLength(2);
});

test("divides large values among several writes", async () => {
  const { batch, writes } = setUp();
  for (const item of ["aa", "bb", "c", "too long"]) batch.add({ collect: () => item, onFailure });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(writes).toEqual([["aa", "bb"], ["c"], ["too long"]]);
});

test("skips an interval while a write is in progress", async () => {
  const { batch, writes, setResponse } = setUp();
  const response = Promise.withResolvers<void>();
  setResponse(() => response.promise);
  batch.add({ collect: () => "a", onFailure });
  await vi.advanceTimersByTimeAsync(3_000);
  expect(writes).toHaveLength(1);
  response.resolve();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(writes).toHaveLength(2);
});

test("reports a failed write to each of its sources and goes on", async () => {
  const { batch, writes, setResponse } = setUp();
  setResponse(() => Promise.reject(new Error("no database")));
  const failures: unknown[] = [];
  const source = { collect: () => "a", onFailure: (error: unknown) => failures.push(error) };
  batch.add(source);
  batch.add({ ...source });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(failures).toEqual([new Error("no database"), new Error("no database")]);
  setResponse(() => Promise.resolve());
  await vi.advanceTimersByTimeAsync(1_000);
  expect(writes).toEqual([
    ["a", "a"],
    ["a", "a"],
  ]);
});

test("a source that fails is told so, and does not prevent the writes of the others", async () => {
  const { batch, writes } = setUp();
  const failures: unknown[] = [];
  const fail = () => {
    throw new Error("broken");
  };
  batch.add({ collect: fail, onFailure: (error) => failures.push(error) });
  batch.add({ collect: () => "a", onFailure });
  await vi.advanceTimersByTimeAsync(1_000);
  expect([failures, writes]).toEqual([[new Error("broken")], [["a"]]]);
});

test("a removed source is not written, and without sources there is no timer", async () => {
  const { batch, writes } = setUp();
  const remove = batch.add({ collect: () => "a", onFailure });
  remove();
  expect(vi.getTimerCount()).toBe(0);
  const removeLate = batch.add({
    async collect() {
      removeLate();
      return "b";
    },
    onFailure,
  });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(writes).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
