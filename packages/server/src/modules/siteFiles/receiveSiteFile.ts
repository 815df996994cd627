import { createHash, type Hash } from "node:crypto";
import * as z from "zod/mini";
import { AppError } from "../../core/appError.ts";
import type { Actor, Platform } from "../../core/context.ts";
import { BlobTooLargeError } from "../../platform/blobStore/blobStore.ts";
import type { DbTransaction } from "../../platform/db/database.ts";
import { transaction } from "../../platform/db/transaction.ts";
import { assertSiteAdmin } from "../access/service.ts";
import {
  completeSiteFile,
  deleteSiteFile,
  insertSiteFile,
  isComplete,
  listIncompleteFiles,
  lockPurpose,
} from "./repository.ts";
import { getSiteFileKey } from "./siteFileBlobs.ts";

/** What the signed URL for an upload says of it, beside who may send it. */
export const SiteUpload = z.object({
  /** The id of the file: the URL can be used once. */
  id: z.uuid(),
  name: z.string(),
  /** Of the bytes, in base64; null: of any. */
  md5: z.nullable(z.string()),
  /** The exact number of bytes; null: any up to the limit. */
  size: z.nullable(z.number()),
});
export type SiteUpload = z.infer<typeof SiteUpload>;

/** The bytes of a file, and what the request says of them. */
export interface SiteFileBody {
  chunks: AsyncIterable<Uint8Array>;
  /** The request's `content-length`; undefined if the header is missing. */
  length: number | undefined;
  /** The MD5 that the request declares for the bytes, in base64. */
  md5: string | undefined;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

interface NewSiteFile {
  purpose: string;
  type: string;
  maxBytes: number;
  /** Throws `invalidInput` for a file that cannot be used. */
  check: (path: string) => Promise<void>;
  /** Stores what refers to the file. Returns the ids of the files that it replaces. */
  store: (tx: DbTransaction, id: string, bytes: number) => Promise<readonly string[]>;
}

/** No upload takes longer. */
export const maxSiteUploadMs = 30 * 60 * 1_000;
/** How long the URL for an upload can be used. */
export const siteUploadUrlSeconds = 3_600;
const retentionMs = Math.max(2 * maxSiteUploadMs, siteUploadUrlSeconds * 1_000);

/**
 * Receives a file that a site administrator uploads for everybody, checks and stores it. Nothing remains of a file that
 * is refused, so its URL can be used again. Throws `forbidden`, `conflict` if the URL has been used, `tooLarge`, `invalidInput`, and the errors of `check` and `store`.
 */
export async function receiveSiteFile(
  platform: Platform,
  actor: Actor,
  { id, name, md5: signedMd5, size }: SiteUpload,
  { length, md5: sentMd5, chunks, signal }: SiteFileBody,
  { purpose, type, maxBytes, check, store }: NewSiteFile,
): Promise<void> {
  assertSiteAdmin(actor);
  if (length !== undefined && length > maxBytes) throw createTooLargeError(maxBytes);
  if (length !== undefined && size !== null && length !== size) throw createDamagedError();
  const md5 = signedMd5 ?? sentMd5;
  const { db, blobs, clock } = platform;
  await removeAbandonedFiles(platform);
  const key = getSiteFileKey(id);
  // The row comes first, so that the blob can be found if this process dies.
  const row = { id, purpose, name, uploaded_by: actor.principal.id, created_at: clock.now() };
  if (!(await insertSiteFile(db, row))) throw createUsedError();
  let replacedIds: readonly string[] = [];
  try {
    const hash = createHash("md5");
    const { bytes } = await blobs.write(key, hashChunks(chunks, hash), { type, maxBytes, signal });
    if ((size !== null && bytes !== size) || (md5 !== undefined && hash.digest("base64") !== md5)) {
      throw createDamagedError();
    }
    await blobs.withLocalFile(key, check);
    replacedIds = await transaction(db, async (tx) => {
      await lockPurpose(tx, purpose);
      if (!(await completeSiteFile(tx, id, bytes))) throw new AppError("notFound");
      return store(tx, id, bytes);
    });
  } catch (error) {
    // The connection to the database may have broken after the commit.
    if (!(await isComplete(db, id))) {
      await blobs.remove([key]);
      await deleteSiteFile(db, id);
      throw error instanceof BlobTooLargeError ? createTooLargeError(maxBytes) : error;
    }
  }
  await blobs.remove(replacedIds.map(getSiteFileKey));
}

/**
 * Deletes what processes have left that died during an upload, and the rows of retired files. By then, the URLs have
 * expired with which those were uploaded.
 */
async function removeAbandonedFiles({ db, blobs, clock }: Platform): Promise<void> {
  const begunBefore = new Date(clock.now().getTime() - retentionMs);
  for (const id of await listIncompleteFiles(db, begunBefore)) {
    await blobs.remove([getSiteFileKey(id)]);
    await deleteSiteFile(db, id);
  }
}

async function* hashChunks(chunks: AsyncIterable<Uint8Array>, hash: Hash) {
  for await (const chunk of chunks) {
    hash.update(chunk);
    yield chunk;
  }
}

function createTooLargeError(maxBytes: number): AppError {
  const size = `${maxBytes / 1_000_000} MB`;
  return new AppError("tooLarge", { userMessage: `This file is too large. A file can be at most ${size}.` });
}

const createDamagedError = () =>
  new AppError("invalidInput", { userMessage: "The file was damaged during the upload. Please upload it again." });

const createUsedError = () => new AppError("conflict", { userMessage: "This file has already been uploaded." });
