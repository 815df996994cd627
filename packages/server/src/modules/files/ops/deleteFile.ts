import { deleteFile } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { releaseDocument } from "../documents/releaseDocument.ts";
import { noSuchFile } from "../noSuchFile.ts";
import * as rows from "../repository.ts";

export const deleteFileHandler = implement(deleteFile, async (ctx, { key }) => {
  const { blobs, db } = ctx;
  const ownerId = ctx.actor.userId;
  const file = await rows.findFile(db, ownerId, key);
  if (!file) throw noSuchFile();
  // The bytes first: cut off in between, the file is still listed and can be deleted again, and nothing is left that nobody knows of.
  await blobs.remove([file.blob_key]);
  const deleted = await rows.deleteFile(db, ownerId, key);
  if (deleted && deleted.blob_key !== file.blob_key) await blobs.remove([deleted.blob_key]);
  await releaseDocument(ctx, deleted?.document_id ?? null);
  return {};
});
