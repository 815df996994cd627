import type { Platform } from "../../../core/context.ts";
import { type PeriodicTask, runPeriodically } from "../../../platform/runPeriodically.ts";
import { createDirectUploadPoller } from "../createDirectUploadPoller.ts";
import { requestRereads } from "./requestRereads.ts";
import { resumeUnfinishedFiles } from "./resumeUnfinishedFiles.ts";

/** Runs `resumeUnfinishedFiles`, checks direct uploads and queues outdated documents, now and every `intervalMs`. Runs never overlap. */
export function startFileReaper(platform: Platform, intervalMs: number): PeriodicTask {
  const pollDirectUploads = createDirectUploadPoller();
  return runPeriodically(
    intervalMs,
    async (isFirst) => {
      await resumeUnfinishedFiles(platform, isFirst ? "startup" : "periodic");
      await pollDirectUploads(platform);
      await requestRereads(platform);
    },
    (error) => platform.log.warn({ err: error }, "unfinished files could not be resumed"),
  );
}
