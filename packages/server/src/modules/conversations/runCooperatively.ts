import { setImmediate as othersTurn } from "node:timers/promises";

/** Runs work that comes in steps to its end, and lets other requests be served between them. */
export async function runCooperatively<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await othersTurn();
  }
}
