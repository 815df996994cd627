import { setImmediate as yieldToEventLoop } from "node:timers/promises";

/** Runs the steps of long work and yields to the event loop between them, so that other requests are served. */
export async function runCooperatively<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await yieldToEventLoop();
  }
}
