import type { Platform } from "../../core/context.ts";
import { noticeDirectArrival } from "./directArrival.ts";
import { deleteUnfinished, listAbandonedUploads } from "./repository.ts";

const abandonedAfterMs = 24 * 60 * 60 * 1_000;
const perSweep = 500;

/** Deletes uploads that were begun a day ago and never came; the address for their bytes has long expired. Gives how many. */
export async function sweepAbandonedUploads(platform: Platform): Promise<number> {
  const { db, blobs, clock, log } = platform;
  const before = new Date(clock.now().getTime() - abandonedAfterMs);
  let deleted = 0;
  for (const upload of await listAbandonedUploads(db, before, perSweep)) {
    try {
      // One that went straight to the store, and about which nobody asked again.
      if (await noticeDirectArrival(platform, upload)) continue;
      await blobs.remove([upload.blob_key]);
      if (await deleteUnfinished(db, upload)) deleted += 1;
    } catch (error) {
      log.warn({ err: error, file: upload.id }, "an abandoned upload was not cleared away");
    }
  }
  return deleted;
}
