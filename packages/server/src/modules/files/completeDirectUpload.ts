import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { getOwnerIdOfRow, ownedBy } from "../access/service.ts";
import { getOriginalBlobKey } from "./getOriginalBlobKey.ts";
import { assertStorageAvailable, createFileTooLargeError } from "./policy.ts";
import { tryStartIngestion } from "./receiveUpload.ts";
import { completeUpload, deleteUnfinishedUpload, lockUsedStorage, type UnfinishedUpload } from "./repository.ts";

/**
 * Completes an upload whose bytes a browser has written directly to the blob store. Returns false if the store does not
 * have the bytes, or if this server receives the upload. If the bytes exceed a limit, deletes them and the file's row,
 * and throws `tooLarge`.
 */
export async function completeDirectUpload(platform: Platform, upload: UnfinishedUpload): Promise<boolean> {
  const { blobs, db, config, clock } = platform;
  const { id, blob_key: blobKey } = upload;
  const ownerId = getOwnerIdOfRow(upload);
  // Once this server receives an upload, the blob key is another one, and `receiveUpload` completes the upload.
  if (blobs.origins.length === 0 || blobKey !== getOriginalBlobKey(id)) return false;
  const blob = await blobs.stat(blobKey);
  if (!blob) return false;
  try {
    if (blob.bytes > config.uploadMaxBytes) throw createFileTooLargeError(config.uploadMaxBytes);
    const isCompleted = await transaction(db, async (tx) => {
      assertStorageAvailable(await lockUsedStorage(tx, ownerId, id), blob.bytes, config);
      return completeUpload(tx, ownedBy(ownerId, "file"), id, {
        blobKey,
        size: blob.bytes,
        sha256: null,
        at: clock.now(),
      });
    });
    if (isCompleted) await tryStartIngestion(platform, id);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await blobs.remove([blobKey]);
    await deleteUnfinishedUpload(db, upload);
    throw error;
  }
  return true;
}
