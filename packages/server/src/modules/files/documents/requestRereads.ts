import type { Platform } from "../../../core/context.ts";
import { listOutdatedDocumentIds } from "./repository.ts";

/** The name of the job that reads a document of an older reader again. */
export const rereadDocumentJob = "rereadDocument";
/** How many are queued at a time. A document whose job is queued is not queued again. */
const maxQueued = 10;

/** Queues documents that an older reader has extracted, those that answers have used last first. */
export async function requestRereads({ db, jobs, documents }: Platform): Promise<void> {
  for (const documentId of await listOutdatedDocumentIds(db, documents.version, maxQueued))
    await jobs.send(rereadDocumentJob, { documentId }, documentId);
}
