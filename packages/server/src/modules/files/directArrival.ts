import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { originalKeyOf } from "./originalKey.ts";
import { assertRoom, fileTooLarge } from "./policy.ts";
import { announceArrival } from "./receiveUpload.ts";
import { completeUpload, deleteUnfinished, lockStoredBytes, type UnfinishedUpload } from "./repository.ts";

/**
 * Looks whether the bytes of an upload lie in a store that browsers write to by themselves, and if so takes the file for uploaded. False: they do
 * not. What is larger than it may be is deleted with its row.
 */
export async function noticeDirectArrival(platform: Platform, upload: UnfinishedUpload): Promise<boolean> {
  const { blobs, db, config, clock } = platform;
  const { id, owner_id: ownerId, blob_key: blobKey } = upload;
  // What is being sent through this server is taken for uploaded by whoever receives it, and by nobody else.
  if (blobs.origins.length === 0 || blobKey !== originalKeyOf(id)) return false;
  const found = await blobs.stat(blobKey);
  if (!found) return false;
  try {
    if (found.bytes > config.uploadMaxBytes) throw fileTooLarge(config.uploadMaxBytes);
    const isNew = await transaction(db, async (tx) => {
      const stored = await lockStoredBytes(tx, ownerId, id);
      assertRoom(stored, found.bytes, config.storagePerPersonBytes);
      return completeUpload(tx, ownerId, id, { blobKey, size: found.bytes, sha256: null, at: clock.now() });
    });
    if (isNew) await announceArrival(platform, id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await blobs.remove([blobKey]);
    await deleteUnfinished(db, upload);
    throw error;
  }
  return true;
}
