import type { Platform } from "../../../core/context.ts";
import { createDocumentMetrics } from "../../../platform/documentMetrics.ts";
import { createActiveExtractions } from "./activeExtractions.ts";
import { createIngestFileHandler } from "./createIngestFileHandler.ts";
import { createRereadHandler } from "./createRereadHandler.ts";
import { rereadDocumentJob } from "./requestRereads.ts";
import { ingestFileJob } from "./startIngestion.ts";

/** Longer than the longest extraction. A dead process is detected much earlier. */
const timeoutSeconds = 3 * 3_600;
const retries = 5;

/** Registers the jobs that read files. Call before the jobs start. */
export function registerFileJobs(platform: Platform): void {
  const active = createActiveExtractions();
  const ingest = createIngestFileHandler(platform, createDocumentMetrics(platform.metrics.registry), active);
  const options = { concurrency: platform.config.maxConcurrentExtractions, timeoutSeconds, retries };
  platform.jobs.handle(ingestFileJob, options, ingest);
  // One at a time, so that new files do not wait.
  platform.jobs.handle(rereadDocumentJob, { ...options, concurrency: 1 }, createRereadHandler(platform, active));
}
