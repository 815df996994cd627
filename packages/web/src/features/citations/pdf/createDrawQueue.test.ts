import { expect, test } from "vitest";
import { createDrawQueue } from "./createDrawQueue.ts";

/** Pages at these distances, which are drawn until `finish` is called with their distance. */
function addPages(distances: readonly number[]) {
  const queue = createDrawQueue();
  const started: number[] = [];
  const finishers = new Map<number, () => void>();
  const removers = distances.map((distance) =>
    queue.add({
      getDistance: () => distance,
      draw: () => {
        started.push(distance);
        return new Promise((resolve) => finishers.set(distance, resolve));
      },
    }),
  );
  const settle = () => new Promise((resolve) => setTimeout(resolve));
  const finish = async (distance: number) => {
    finishers.get(distance)?.();
    await settle();
  };
  return { started, removers, settle, finish };
}

test("the pages nearest to the visible area are drawn first, two at a time", async () => {
  const { started, settle, finish } = addPages([900, 100, 500, 300]);
  await settle();
  expect(started).toEqual([100, 300]);
  await finish(300);
  expect(started).toEqual([100, 300, 500]);
  await finish(100);
  expect(started).toEqual([100, 300, 500, 900]);
});

test("a page that is removed while it waits is not drawn", async () => {
  const { started, removers, settle, finish } = addPages([1, 2, 3, 4]);
  await settle();
  removers[2]?.();
  await finish(1);
  expect(started).toEqual([1, 2, 4]);
});
