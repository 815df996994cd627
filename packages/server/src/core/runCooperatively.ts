import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** How long the steps may block the event loop at a time. */
const maxBlockingMs = 5;

/** Runs the steps of long work and yields to the event loop between them, so that other requests are served. */
export async function runCooperatively<Result>(steps: Generator<void, Result>): Promise<Result> {
  let resumedAt = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - resumedAt < maxBlockingMs) continue;
    await yieldToEventLoop();
    resumedAt = performance.now();
  }
}

/** So many short actions take far less than `maxBlockingMs`. */
const actionsPerStep = 500;

/** Performs a short action for each item, in steps for `runCooperatively`. */
export function* forEachInSteps<Item>(items: Iterable<Item>, act: (item: Item) => void): Generator<void, void> {
  let count = 0;
  for (const item of items) {
    act(item);
    count += 1;
    if (count % actionsPerStep === 0) yield;
  }
}

/** Like `items.map(map)`, for items that take long together. */
export function mapCooperatively<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Promise<Result[]> {
  return runCooperatively(mapInSteps(items, map));
}

function* mapInSteps<Item, Result>(items: readonly Item[], map: (item: Item) => Result): Generator<void, Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(map(item));
    yield;
  }
  return results;
}
