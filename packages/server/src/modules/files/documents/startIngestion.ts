import type { Platform } from "../../../core/context.ts";
import { DocumentBusyError, linkFileToDocument } from "./linkFileToDocument.ts";
import { findDocument, findUploadedFile } from "./repository.ts";

/** The name of the job that extracts a document from a file's bytes. */
export const ingestFileJob = "ingestFile";

/**
 * Starts the ingestion of an uploaded file in the background. If the file's hash is known and the same bytes were
 * extracted before, the file is ready immediately. Calling this again while the job is queued has no effect.
 */
export async function startIngestion(platform: Platform, fileId: string): Promise<void> {
  const file = await findUploadedFile(platform.db, fileId);
  if (!file) return;
  if (file.document_id === null && file.sha256 !== null) {
    const documentId = await linkFileToDocument(platform, file, file.sha256).catch((error: unknown) => {
      if (error instanceof DocumentBusyError) return undefined; // the job retries later
      throw error;
    });
    if (documentId === null) return;
    if (documentId && (await findDocument(platform.db, documentId))?.state === "ready") return;
  }
  await enqueueIngestJob(platform, fileId);
}

export async function enqueueIngestJob({ jobs }: Pick<Platform, "jobs">, fileId: string): Promise<void> {
  await jobs.send(ingestFileJob, { fileId }, fileId);
}
