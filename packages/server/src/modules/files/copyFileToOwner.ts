import { randomUUID } from "node:crypto";
import type { Platform } from "../../core/context.ts";
import { BlobNotFoundError } from "../../platform/blobStore/blobStore.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type OwnerId, ownedBy } from "../access/service.ts";
import { createFileNotFoundError } from "./createFileNotFoundError.ts";
import { getOriginalBlobKey } from "./getOriginalBlobKey.ts";
import { assertStorageAvailable } from "./policy.ts";
import { tryStartIngestion } from "./receiveUpload.ts";
import {
  type CopyableFile,
  completeUpload,
  deleteUnfinishedUpload,
  findReusableFiles,
  insertFile,
  lockUsedStorage,
  type ReusableFiles,
} from "./repository.ts";

/** Who gets a copy. */
export interface CopyOwner {
  id: OwnerId;
  /** The wire id if the owner is a group. */
  groupId: string | null;
  reusableFiles: ReusableFiles;
}

/**
 * Gives a file whose bytes have arrived to another owner: a row and a blob of the owner's own, with the same document,
 * so that nothing is extracted again. A reusable file of the owner with the same document is used instead. Returns the key
 * of the owner's file; `onCopied` is called with that of a copy. Throws `tooLarge` if the owner has no space left, and `notFound` if the bytes are gone.
 */
export async function copyFileToOwner(
  platform: Platform,
  source: CopyableFile,
  owner: CopyOwner,
  onCopied: (key: string) => void,
): Promise<string> {
  const { db, blobs, clock } = platform;
  const now = clock.now();
  const key = `${owner.id}/${now.toISOString().slice(0, 10)}/${randomUUID()}.json`;
  // Browsers do not upload to this blob, so nothing but this function completes the file.
  const blobKey = `${getOriginalBlobKey(key)}.${randomUUID()}`;
  const existingKey = await reserveStorage(platform, source, owner, { key, blobKey, now });
  if (existingKey !== undefined) return existingKey;
  try {
    await blobs.copy(source.blob_key, blobKey);
    const { size, sha256 } = source;
    const upload = { blobKey, size: size ?? 0, sha256, at: now };
    // Its row is gone if copying took so long that the upload counted as abandoned.
    if (!(await completeUpload(db, ownedBy(owner.id, "file"), key, upload))) throw createFileNotFoundError();
  } catch (error) {
    await deleteUnfinishedUpload(db, { id: key, owner_id: owner.id, blob_key: blobKey });
    await blobs.remove([blobKey]);
    throw error instanceof BlobNotFoundError ? createFileNotFoundError() : error;
  }
  onCopied(key);
  await tryStartIngestion(platform, key);
  return key;
}

/**
 * Returns the key of the owner's file with the same document. If there is none, inserts the copy as an unfinished
 * upload, which is deleted like others if this process dies.
 */
async function reserveStorage(
  { db, config }: Platform,
  { name, type, size, encoding, document_id }: CopyableFile,
  owner: CopyOwner,
  { key, blobKey, now }: { key: string; blobKey: string; now: Date },
): Promise<string | undefined> {
  return transaction(db, async (tx) => {
    const usedStorage = await lockUsedStorage(tx, owner.id);
    const documentIds = document_id === null ? [] : [document_id];
    const [existingKey] = (await findReusableFiles(tx, owner.id, owner.reusableFiles, documentIds)).values();
    if (existingKey !== undefined) return existingKey;
    assertStorageAvailable(usedStorage, size ?? 0, config);
    await insertFile(tx, {
      id: key,
      owner_id: owner.id,
      group_id: owner.groupId,
      name,
      type,
      blob_key: blobKey,
      declared_size: size,
      size: null,
      sha256: null,
      encoding,
      document_id: null,
      failure: null,
      created_at: now,
      uploaded_at: null,
    });
    return undefined;
  });
}
