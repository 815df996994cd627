import type { Platform } from "../../../core/context.ts";
import { type Repeating, repeat } from "../../../platform/repeat.ts";
import { createLateArrivals } from "../noticeLateArrivals.ts";
import { resumeUnfinished } from "./resumeUnfinished.ts";

/** Takes up what was left unfinished now and every `everyMs`, one time after the other. */
export function startResuming(platform: Platform, everyMs: number): Repeating {
  const noticeLateArrivals = createLateArrivals();
  return repeat(
    everyMs,
    async (isFirst) => {
      await resumeUnfinished(platform, isFirst ? "atStart" : "beside");
      await noticeLateArrivals(platform);
    },
    (error) => platform.log.warn({ err: error }, "unfinished documents could not be taken up"),
  );
}
