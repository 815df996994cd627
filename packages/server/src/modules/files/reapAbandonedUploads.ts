import type { Platform } from "../../core/context.ts";
import { completeDirectUpload } from "./completeDirectUpload.ts";
import { deleteUnfinishedUpload, listUnfinishedUploads } from "./repository.ts";

const abandonmentTimeoutMs = 24 * 60 * 60 * 1_000;
const maxUploadsPerRun = 500;

/**
 * Deletes unfinished uploads that began over a day ago, whose upload URLs have expired, at most `maxUploadsPerRun`.
 * Completes those whose bytes a browser has written directly to the store. Returns the number of deleted uploads.
 */
export async function reapAbandonedUploads(platform: Platform): Promise<number> {
  const { db, blobs, clock, log } = platform;
  const startedBefore = new Date(clock.now().getTime() - abandonmentTimeoutMs);
  let deletedCount = 0;
  for (const upload of await listUnfinishedUploads(db, startedBefore, maxUploadsPerRun)) {
    try {
      // The browser may have uploaded the file directly to the store and never requested the status.
      if (await completeDirectUpload(platform, upload)) continue;
      await blobs.remove([upload.blob_key]);
      if (await deleteUnfinishedUpload(db, upload)) deletedCount += 1;
    } catch (error) {
      log.warn({ err: error, file: upload.id }, "an abandoned upload was not deleted");
    }
  }
  return deletedCount;
}
