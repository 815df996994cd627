import type { Platform } from "../../core/context.ts";
import { getOwnerIdOfRow } from "../access/service.ts";
import { deleteConversionWithBlobs } from "./deleteConversionWithBlobs.ts";
import { lostJobTimeoutMs } from "./reapConversions.ts";
import { type Conversion, listConversionsOfOwner } from "./repository.ts";

/**
 * Deletes the conversions of an erased person. Returns false while some are in progress: a process may still write
 * their blobs, so their rows are needed to find these.
 */
export async function eraseConversions(platform: Platform, personId: string): Promise<boolean> {
  const conversions = await listConversionsOfOwner(platform.db, getOwnerIdOfRow({ owner_id: personId }));
  const queuedBefore = platform.clock.now().getTime() - lostJobTimeoutMs;
  const isInProgress = ({ state, state_changed_at }: Conversion) =>
    state === "converting" || (state === "queued" && state_changed_at.getTime() > queuedBefore);
  for (const conversion of conversions) {
    if (!isInProgress(conversion)) await deleteConversionWithBlobs(platform, conversion);
  }
  return !conversions.some(isInProgress);
}
