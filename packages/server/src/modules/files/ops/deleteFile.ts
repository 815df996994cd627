import { deleteFile } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { createFileNotFoundError } from "../createFileNotFoundError.ts";
import { releaseDocument } from "../documents/releaseDocument.ts";
import * as rows from "../repository.ts";

export const deleteFileHandler = implement(deleteFile, async (ctx, { key }) => {
  const { blobs, db } = ctx;
  const ownerId = ctx.actor.userId;
  const file = await rows.findFile(db, ownerId, key);
  if (!file) throw createFileNotFoundError();
  // Delete the bytes before the row, so that an interruption does not orphan the blob: the file can be deleted again.
  await blobs.remove([file.blob_key]);
  const deleted = await rows.deleteFile(db, ownerId, key);
  if (deleted && deleted.blob_key !== file.blob_key) await blobs.remove([deleted.blob_key]);
  await releaseDocument(ctx, deleted?.document_id ?? null);
  return {};
});
