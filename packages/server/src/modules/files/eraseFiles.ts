import type { Platform } from "../../core/context.ts";
import { deleteInPortions } from "../../core/deleteInPortions.ts";
import { getOwnerIdOfRow, ownedBy } from "../access/service.ts";
import { deleteFile } from "./deleteFile.ts";
import { uploadUrlTtlSeconds } from "./fileUrls.ts";
import { countFiles, listDeletableFileIds } from "./repository.ts";

const filesPerPortion = 50;

/**
 * Deletes all files of an erased person. Returns false while there are files that a browser may still upload directly
 * to the store: their rows stay until the URLs have expired, so that these bytes are found and deleted.
 */
export async function eraseFiles(platform: Platform, personId: string): Promise<boolean> {
  const { db, blobs, clock } = platform;
  const ownerId = getOwnerIdOfRow({ owner_id: personId });
  const urlExpiry = new Date(clock.now().getTime() - uploadUrlTtlSeconds * 1_000);
  const directUploadsSince = blobs.origins.length > 0 ? urlExpiry : null;
  await deleteInPortions(async () => {
    const ids = await listDeletableFileIds(db, ownerId, directUploadsSince, filesPerPortion);
    let count = 0;
    for (const id of ids) if (await deleteFile(platform, ownedBy(ownerId, "file"), id)) count += 1;
    return count;
  });
  return (await countFiles(db, ownerId)) === 0;
}
