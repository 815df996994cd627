import { createHash, type Hash, randomUUID } from "node:crypto";
import { AppError } from "../../core/appError.ts";
import type { Platform } from "../../core/context.ts";
import { BlobTooLarge } from "../../platform/blobStore/blobStore.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { fileArrived } from "./documents/fileArrived.ts";
import type { FileClaim } from "./fileAddresses.ts";
import { originalKeyOf } from "./originalKey.ts";
import { assertRoom, fileTooLarge, sentMediaType } from "./policy.ts";
import { completeUpload, findFile, lockStoredBytes, setUploadFailure, takeUpload } from "./repository.ts";

interface UploadBody {
  chunks: AsyncIterable<Uint8Array>;
  /** As the request's headers say; undefined: they do not. */
  length: number | undefined;
  type: string | undefined;
  /** Base64 of the MD5 of the bytes. */
  md5: string | undefined;
  /** Ends when the sender leaves. */
  signal: AbortSignal;
}

/**
 * Takes the bytes of a file from somebody with a signed address. Resolves when they are kept for good. Whatever else happens nothing of them is left,
 * the file says so, and they can be sent again. Throws `tooLarge`, `invalidInput`, `unsupportedMediaType`; `conflict`: the file has its bytes;
 * `notFound`: it was deleted.
 */
export async function receiveUpload(platform: Platform, claim: FileClaim, body: UploadBody): Promise<void> {
  const { ownerId, key, size = null } = claim;
  const { db, blobs, config, clock } = platform;
  const maxBytes = size ?? config.uploadMaxBytes;
  const unwritten = originalKeyOf(key);
  const refusal = refuseHeaders(claim, body, maxBytes);
  if (refusal) {
    await setUploadFailure(db, ownerId, key, { blobKey: unwritten, failure: notUploaded });
    throw refusal;
  }

  // Where two write at once each has a blob of its own, and the file gets that of the last who began.
  const blobKey = `${unwritten}.${randomUUID()}`;
  const before = await takeUpload(db, ownerId, key, blobKey);
  if (before === undefined) throw await takenReason(platform, claim);
  try {
    // Now, since no row names it any more. Whoever is still writing there finds out at the end, and removes it.
    if (before !== unwritten) await blobs.remove([before]);
    const md5 = body.md5 === undefined ? null : createHash("md5");
    const chunks = md5 ? hashing(body.chunks, md5) : body.chunks;
    const type = claim.type ?? "application/octet-stream";
    const written = await blobs.write(blobKey, chunks, { type, maxBytes, signal: body.signal });
    if (size !== null && written.bytes !== size) throw otherSize(size);
    if (md5 && md5.digest("base64") !== body.md5) {
      throw new AppError("invalidInput", { userMessage: "The file was damaged on its way. Please upload it again." });
    }
    const isMine = await transaction(db, async (tx) => {
      if (size === null) {
        const stored = await lockStoredBytes(tx, ownerId);
        assertRoom(stored, written.bytes, config.storagePerPersonBytes);
      }
      const { bytes, sha256 } = written;
      return completeUpload(tx, ownerId, key, { blobKey, size: bytes, sha256, at: clock.now() });
    });
    if (!isMine) throw alreadyThere();
  } catch (error) {
    if (!(await hasArrived(platform, claim, blobKey))) {
      await setUploadFailure(db, ownerId, key, { blobKey, failure: notUploaded });
      await blobs.remove([blobKey]);
      throw reasonFor(error, maxBytes, size);
    }
  }
  await announceArrival(platform, key);
}

/** What a file says whose sending broke off or was refused, until somebody sends it again. */
const notUploaded = "This file was not uploaded completely. Upload it again or delete it.";

function refuseHeaders(
  { type, size = null }: FileClaim,
  { length, type: sentType }: UploadBody,
  maxBytes: number,
): AppError | null {
  if (sentMediaType(sentType) !== sentMediaType(type)) {
    return new AppError("unsupportedMediaType", { userMessage: `This upload must be sent as ${type}.` });
  }
  if (length === undefined) return null;
  if (size !== null && length !== size) return otherSize(size);
  return length > maxBytes ? fileTooLarge(maxBytes) : null;
}

/** The file is kept: where it cannot be said now that it came, the next look for unfinished ones says so. */
export async function announceArrival(platform: Platform, key: string): Promise<void> {
  await fileArrived(platform, key).catch((error: unknown) => {
    platform.log.error({ err: error, file: key }, "a file that arrived could not be queued");
  });
}

/**
 * Where the connection to the database broke, what was asked of it may have been done all the same: then the file has its bytes. Throws where that
 * cannot be known: its row names the bytes, and whoever sends them again, or the sweep, removes them.
 */
async function hasArrived({ db }: Platform, { ownerId, key }: FileClaim, blobKey: string): Promise<boolean> {
  const row = await findFile(db, ownerId, key);
  return row?.uploaded_at != null && row.blob_key === blobKey;
}

async function* hashing(chunks: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function reasonFor(error: unknown, maxBytes: number, size: number | null): unknown {
  if (error instanceof BlobTooLarge) return size === null ? fileTooLarge(maxBytes) : otherSize(size);
  if (error instanceof Error && "code" in error && error.code === "ENOSPC") {
    return new AppError("unavailable", { userMessage: "There is no room left on the server's disk.", cause: error });
  }
  return error;
}

const otherSize = (size: number) =>
  new AppError("invalidInput", { userMessage: `This upload must have exactly ${size} bytes.` });

const alreadyThere = () => new AppError("conflict", { userMessage: "This file has been uploaded already." });

async function takenReason({ db }: Platform, { ownerId, key }: FileClaim): Promise<AppError> {
  return (await findFile(db, ownerId, key)) ? alreadyThere() : new AppError("notFound");
}
