import type { Platform } from "../../core/context.ts";
import { noticeDirectArrival } from "./directArrival.ts";
import { listAbandonedUploads } from "./repository.ts";

/** By then whoever sent a file has asked how far it is, unless they have left. */
const firstLookMs = 2 * 60_000;
const perLook = 1_000;

/**
 * Takes for uploaded what browsers have sent straight to the store without asking about it since, as when a tab was closed. To be called
 * again and again: each upload is looked for when it is twice as old as the last time, so that the store is asked a few times and no more.
 */
export function createLateArrivals(): (platform: Platform) => Promise<void> {
  let nextLooks = new Map<string, number>();
  return async (platform) => {
    const { blobs, db, clock, log } = platform;
    if (blobs.origins.length === 0) return;
    const now = clock.now().getTime();
    const open = await listAbandonedUploads(db, new Date(now - firstLookMs), perLook);
    nextLooks = new Map(open.map(({ id }) => [id, nextLooks.get(id) ?? now]));
    for (const upload of open) {
      if ((nextLooks.get(upload.id) ?? now) > now) continue;
      nextLooks.set(upload.id, now + (now - upload.created_at.getTime()));
      await noticeDirectArrival(platform, upload).catch((error: unknown) =>
        log.warn({ err: error, file: upload.id }, "an upload could not be looked for"),
      );
    }
  };
}
