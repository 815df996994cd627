import type { Platform } from "../../core/context.ts";
import { createMakeDocumentHandler } from "./createMakeDocumentHandler.ts";

const makeDocumentJob = "makeDocument";
/** Longer than the longest conversion. A dead process is detected much earlier. */
const timeoutSeconds = 900;
const retries = 3;

/** Registers the conversion job. Call before the jobs start. */
export function registerExportJobs(platform: Platform): void {
  const options = { concurrency: platform.config.maxConcurrentExtractions, timeoutSeconds, retries };
  platform.jobs.handle(makeDocumentJob, options, createMakeDocumentHandler(platform));
}

export async function enqueueConversion({ jobs }: Pick<Platform, "jobs">, conversionId: string): Promise<void> {
  await jobs.send(makeDocumentJob, { conversionId }, conversionId);
}
