import type { Platform } from "../../../core/context.ts";
import { createLateArrivals } from "../noticeLateArrivals.ts";
import { resumeUnfinished } from "./resumeUnfinished.ts";

export interface Resuming {
  stop(): Promise<void>;
}

/** Takes up what was left unfinished now and every `everyMs`, one time after the other. */
export function startResuming(platform: Platform, everyMs: number): Resuming {
  const noticeLateArrivals = createLateArrivals();
  let isFirst = true;
  let running: Promise<void> | null = null;
  const run = () => {
    running ??= resumeUnfinished(platform, isFirst ? "atStart" : "beside")
      .then(async () => {
        isFirst = false;
        await noticeLateArrivals(platform);
      })
      .catch((error: unknown) => platform.log.warn({ err: error }, "unfinished documents could not be taken up"))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(run, everyMs);
  timer.unref();
  run();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
