import type { Platform } from "../../../core/context.ts";
import { createDocumentMetrics } from "../../../platform/documentMetrics.ts";
import { ingestJob } from "./fileArrived.ts";
import { createIngest } from "./ingestFile.ts";

/** Longer than any document may take; a server that dies is noticed long before. */
const timeoutSeconds = 3 * 3_600;
const retries = 5;

/** Says how files are read; before the jobs start. */
export function registerFileJobs(platform: Platform): void {
  const ingest = createIngest(platform, createDocumentMetrics(platform.metrics.registry));
  const options = { atOnce: platform.config.extractionsAtOnce, timeoutSeconds, retries };
  platform.jobs.handle(ingestJob, options, ingest);
}
