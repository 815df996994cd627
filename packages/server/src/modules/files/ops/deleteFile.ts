import { deleteFile } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { createFileNotFoundError } from "../createFileNotFoundError.ts";
import { releaseDocument } from "../documents/releaseDocument.ts";
import * as repository from "../repository.ts";

export const deleteFileHandler = implement(deleteFile, async (ctx, { key }) => {
  const { blobs, db } = ctx;
  const ownerId = ctx.actor.userId;
  const file = await repository.findFile(db, ownerId, key);
  if (!file) throw createFileNotFoundError();
  // Delete the bytes before the row, so that an interruption does not orphan the blob: the file can be deleted again.
  await blobs.remove([file.blob_key]);
  const deletedFile = await repository.deleteFile(db, ownerId, key);
  if (deletedFile && deletedFile.blob_key !== file.blob_key) await blobs.remove([deletedFile.blob_key]);
  await releaseDocument(ctx, deletedFile?.document_id ?? null);
  return {};
});
