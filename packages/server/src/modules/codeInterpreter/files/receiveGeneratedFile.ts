import { randomUUID } from "node:crypto";
import { AppError } from "../../../core/appError.ts";
import type { Actor, Platform } from "../../../core/context.ts";
import { BlobTooLargeError } from "../../../platform/blobStore/blobStore.ts";
import { getOwnerId } from "../../access/service.ts";
import { getBlobKey } from "./getBlobKey.ts";
import { claimUpload, completeUpload, findUploadSize, isUploadComplete } from "./repository.ts";

/** The bytes of a file, and what the request says of them. */
interface GeneratedFileBody {
  chunks: AsyncIterable<Uint8Array>;
  /** The request's `content-length`; undefined if the header is missing. */
  length: number | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

/**
 * Receives the bytes of a file at its signed address. Nothing remains of an upload that fails, so the address can be used
 * again. Throws `notFound` if the file is deleted, `conflict` if it has arrived, `invalidInput` unless it has the declared
 * size, and the errors of the blob store.
 */
export async function receiveGeneratedFile(
  platform: Platform,
  actor: Actor,
  key: string,
  { chunks, length, signal }: GeneratedFileBody,
): Promise<void> {
  const { db, blobs, clock } = platform;
  const ownerId = getOwnerId(actor);
  const size = await findUploadSize(db, ownerId, key);
  if (size === null) throw new AppError("notFound");
  if (length !== undefined && length !== size) throw createWrongSizeError(size);
  // Uploads at the same time write separate blobs. Only the one that began last can complete.
  const blobKey = getBlobKey(`${key}.${randomUUID()}`);
  const claimed = await claimUpload(db, ownerId, key, blobKey);
  if (!claimed) throw createArrivedError();
  try {
    await blobs.remove([claimed.previousBlobKey]);
    const type = "application/octet-stream";
    const { bytes } = await blobs.write(blobKey, chunks, { type, maxBytes: size, signal });
    if (bytes !== size) throw createWrongSizeError(size);
    if (!(await completeUpload(db, key, blobKey, clock.now()))) throw createArrivedError();
  } catch (error) {
    // The connection to the database may have broken after the commit.
    if (await isUploadComplete(db, key, blobKey)) return;
    await blobs.remove([blobKey]);
    throw error instanceof BlobTooLargeError ? createWrongSizeError(size) : error;
  }
}

const createWrongSizeError = (size: number) =>
  new AppError("invalidInput", { userMessage: `This upload must have exactly ${size} bytes.` });

const createArrivedError = () => new AppError("conflict", { userMessage: "This file has already been uploaded." });
