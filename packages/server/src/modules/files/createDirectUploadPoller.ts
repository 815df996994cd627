import type { Platform } from "../../core/context.ts";
import { completeDirectUpload } from "./completeDirectUpload.ts";
import { listUnfinishedUploads } from "./repository.ts";

/** Normally the browser requests an upload's status within this time. */
const firstCheckDelayMs = 2 * 60_000;
const maxUploadsPerCheck = 1_000;

/**
 * Returns a function that completes direct uploads whose status the browser has not requested, for example because the
 * tab was closed. Call it periodically. It checks each upload with exponential backoff: the next check is due when the
 * upload is twice as old as at this check.
 */
export function createDirectUploadPoller(): (platform: Platform) => Promise<void> {
  let nextCheckTimes = new Map<string, number>();
  return async (platform) => {
    const { blobs, db, clock, log } = platform;
    if (blobs.origins.length === 0) return;
    const now = clock.now().getTime();
    const unfinishedUploads = await listUnfinishedUploads(db, new Date(now - firstCheckDelayMs), maxUploadsPerCheck);
    nextCheckTimes = new Map(unfinishedUploads.map(({ id }) => [id, nextCheckTimes.get(id) ?? now]));
    for (const upload of unfinishedUploads) {
      if ((nextCheckTimes.get(upload.id) ?? now) > now) continue;
      nextCheckTimes.set(upload.id, now + (now - upload.created_at.getTime()));
      await completeDirectUpload(platform, upload).catch((error: unknown) =>
        log.warn({ err: error, file: upload.id }, "a direct upload could not be checked"),
      );
    }
  };
}
