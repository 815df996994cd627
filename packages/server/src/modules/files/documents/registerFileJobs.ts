import type { Platform } from "../../../core/context.ts";
import { createDocumentMetrics } from "../../../platform/documentMetrics.ts";
import { createIngestFileHandler } from "./createIngestFileHandler.ts";
import { ingestFileJob } from "./startIngestion.ts";

/** Longer than the longest extraction. A dead process is detected much earlier. */
const timeoutSeconds = 3 * 3_600;
const retries = 5;

/** Registers the ingestion job. Call before the jobs start. */
export function registerFileJobs(platform: Platform): void {
  const ingest = createIngestFileHandler(platform, createDocumentMetrics(platform.metrics.registry));
  const options = { concurrency: platform.config.maxConcurrentExtractions, timeoutSeconds, retries };
  platform.jobs.handle(ingestFileJob, options, ingest);
}
