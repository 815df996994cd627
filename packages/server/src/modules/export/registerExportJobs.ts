import type { Platform } from "../../core/context.ts";
import { createMakeDocument } from "./makeDocument.ts";

const makeDocumentJob = "makeDocument";
/** Longer than any document may take; a server that dies is noticed long before. */
const timeoutSeconds = 900;
const retries = 3;

/** Says how documents are made; before the jobs start. */
export function registerExportJobs(platform: Platform): void {
  const options = { atOnce: platform.config.extractionsAtOnce, timeoutSeconds, retries };
  platform.jobs.handle(makeDocumentJob, options, createMakeDocument(platform));
}

export async function sendConversion({ jobs }: Pick<Platform, "jobs">, conversionId: string): Promise<void> {
  await jobs.send(makeDocumentJob, { conversionId }, conversionId);
}
