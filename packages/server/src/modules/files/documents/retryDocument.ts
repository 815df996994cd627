import type { Platform } from "../../../core/context.ts";
import { publishFile, publishFilesOfDocument } from "../publishFiles.ts";
import { requeueFailedDocument, setFileFailure } from "./repository.ts";
import { enqueueIngestJob } from "./startIngestion.ts";

/** Queues a failed file for another extraction. Does nothing if its document has not failed or cannot be retried. */
export async function retryDocument(
  platform: Platform,
  file: { id: string; documentId: string | null },
): Promise<void> {
  if (file.documentId === null) {
    await setFileFailure(platform.db, file.id, null);
  } else if (!(await requeueFailedDocument(platform.db, file.documentId, platform.clock.now()))) {
    return;
  }
  await enqueueIngestJob(platform, file.id);
  await (file.documentId === null ? publishFile(platform, file.id) : publishFilesOfDocument(platform, file.documentId));
}
