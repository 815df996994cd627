import type { Platform } from "../../../core/context.ts";
import { DocumentBusy, linkToDocument } from "./linkToDocument.ts";
import { findArrivedFile, findDocument } from "./repository.ts";

/** The job that makes a document of a file's bytes. */
export const ingestJob = "ingestFile";

/**
 * Has the text taken from a file whose bytes have come, in the background. Where it was taken from the same bytes before, the file is ready now.
 * Called again, while it waits, it does nothing more.
 */
export async function fileArrived(
  platform: Pick<Platform, "db" | "clock" | "jobs" | "documents">,
  fileId: string,
): Promise<void> {
  const file = await findArrivedFile(platform.db, fileId);
  if (!file) return;
  if (file.document_id === null && file.sha256 !== null) {
    const documentId = await linkToDocument(platform, file, file.sha256).catch((error: unknown) => {
      if (error instanceof DocumentBusy) return undefined; // the job waits for it
      throw error;
    });
    if (documentId === null) return;
    if (documentId && (await findDocument(platform.db, documentId))?.state === "ready") return;
  }
  await sendIngest(platform, fileId);
}

/** Of a file that has its document, or cannot have it before its bytes are read. */
export async function sendIngest({ jobs }: Pick<Platform, "jobs">, fileId: string): Promise<void> {
  await jobs.send(ingestJob, { fileId }, fileId);
}
