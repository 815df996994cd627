import { createHash, type Hash, randomUUID } from "node:crypto";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { BlobTooLargeError } from "../../platform/blobStore/blobStore.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { type OwnerId, ownedBy, visibleTo } from "../access/service.ts";
import { startIngestion } from "./documents/startIngestion.ts";
import type { OpenedFileUrl } from "./fileUrls.ts";
import { getOriginalBlobKey } from "./getOriginalBlobKey.ts";
import { assertStorageAvailable, createFileTooLargeError, normalizeUploadMediaType } from "./policy.ts";
import { publishFile } from "./publishFiles.ts";
import { claimUpload, completeUpload, findFile, lockUsedStorage, setUploadFailure } from "./repository.ts";

interface UploadBody {
  chunks: AsyncIterable<Uint8Array>;
  /** The request's `content-length`; undefined if the header is missing. */
  length: number | undefined;
  type: string | undefined;
  /** The MD5 that the client declares for the bytes, in base64. */
  md5: string | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/**
 * Receives the bytes of a file at a signed URL and starts the ingestion. Resolves when the bytes are stored durably. If
 * the upload fails, removes the bytes and records the failure on the file; the client can then upload again. Throws
 * `tooLarge`, `invalidInput`, `unsupportedMediaType`, `conflict` if the file is already uploaded, `notFound` if it was
 * deleted, and the errors of the blob store and the database.
 */
export async function receiveUpload(platform: Platform, url: OpenedFileUrl, body: UploadBody): Promise<void> {
  const { actor, key, size = null } = url;
  const scope = visibleTo(actor, "file", "upload");
  const { db, blobs, config, clock } = platform;
  const maxBytes = size ?? config.uploadMaxBytes;
  const originalBlobKey = getOriginalBlobKey(key);
  const headerError = validateHeaders(url, body, maxBytes);
  if (headerError) {
    await setUploadFailure(db, scope, key, { blobKey: originalBlobKey, failure: incompleteUploadMessage });
    await publishFile(platform, key);
    throw headerError;
  }

  // Concurrent uploads of a file write separate blobs. Only the upload that started last can complete.
  const blobKey = `${originalBlobKey}.${randomUUID()}`;
  const claimedUpload = await claimUpload(db, scope, key, blobKey);
  if (!claimedUpload) throw await toUnavailableUploadError(platform, url);
  try {
    // No row references the previous blob any more. An upload still writing that blob cannot complete.
    const { previousBlobKey, ownerId } = claimedUpload;
    if (previousBlobKey !== originalBlobKey) await blobs.remove([previousBlobKey]);
    const md5 = body.md5 === undefined ? null : createHash("md5");
    const chunks = md5 ? hashChunks(body.chunks, md5) : body.chunks;
    const type = url.type ?? "application/octet-stream";
    const writtenBlob = await blobs.write(blobKey, chunks, { type, maxBytes, signal: body.signal });
    if (size !== null && writtenBlob.bytes !== size) throw createWrongSizeError(size);
    if (md5 && md5.digest("base64") !== body.md5) {
      throw new AppError("invalidInput", {
        userMessage: "The file was damaged during the upload. Please upload it again.",
      });
    }
    const isCompleted = await transaction(db, async (tx) => {
      if (size === null) assertStorageAvailable(await lockUsedStorage(tx, ownerId), writtenBlob.bytes, config);
      const { bytes, sha256 } = writtenBlob;
      return completeUpload(tx, scope, key, { blobKey, size: bytes, sha256, at: clock.now() });
    });
    if (!isCompleted) throw createAlreadyUploadedError();
  } catch (error) {
    if (!(await isUploadComplete(platform, claimedUpload.ownerId, key, blobKey))) {
      await setUploadFailure(db, scope, key, { blobKey, failure: incompleteUploadMessage });
      await publishFile(platform, key);
      await blobs.remove([blobKey]);
      throw toUploadError(error, maxBytes, size);
    }
  }
  await tryStartIngestion(platform, key);
}

/** Shown for a file whose upload was interrupted or rejected, until the file is uploaded again. */
const incompleteUploadMessage = "This file wasn’t uploaded completely. Upload it again or delete it.";

function validateHeaders(
  { type, size = null }: OpenedFileUrl,
  { length, type: sentType }: UploadBody,
  maxBytes: number,
): AppError | null {
  if (normalizeUploadMediaType(sentType) !== normalizeUploadMediaType(type)) {
    return new AppError("unsupportedMediaType", { userMessage: `This upload must be sent as ${type}.` });
  }
  if (length === undefined) return null;
  if (size !== null && length !== size) return createWrongSizeError(size);
  return length > maxBytes ? createFileTooLargeError(maxBytes) : null;
}

/** Starts the ingestion. Logs an error instead of throwing it, because the file reaper starts the ingestion later. */
export async function tryStartIngestion(platform: Platform, key: string): Promise<void> {
  await startIngestion(platform, key).catch((error: unknown) => {
    platform.log.error({ err: error, file: key }, "the ingestion of an uploaded file could not be started");
  });
  await publishFile(platform, key);
}

/**
 * Checks after an error whether the upload was nevertheless completed: the connection to the database may have broken
 * after the commit. If this check throws too, the row still references the blob; if the upload was not completed, the
 * next upload or the reaper removes the blob.
 */
async function isUploadComplete({ db }: Platform, ownerId: OwnerId, key: string, blobKey: string): Promise<boolean> {
  const row = await findFile(db, ownedBy(ownerId, "file"), key);
  return row?.uploaded_at != null && row.blob_key === blobKey;
}

async function* hashChunks(chunks: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function toUploadError(error: unknown, maxBytes: number, size: number | null): unknown {
  if (error instanceof BlobTooLargeError)
    return size === null ? createFileTooLargeError(maxBytes) : createWrongSizeError(size);
  return error;
}

const createWrongSizeError = (size: number) =>
  new AppError("invalidInput", { userMessage: `This upload must have exactly ${size} bytes.` });

const createAlreadyUploadedError = () =>
  new AppError("conflict", { userMessage: "This file has already been uploaded." });

async function toUnavailableUploadError({ db }: Platform, { actor, key }: OpenedFileUrl): Promise<AppError> {
  return (await findFile(db, visibleTo(actor, "file", "upload"), key))
    ? createAlreadyUploadedError()
    : new AppError("notFound");
}
