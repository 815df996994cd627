import type { Platform } from "../../core/context.ts";
import type { Scope } from "../access/service.ts";
import type { EventPlatform } from "../browserEvents/service.ts";
import { releaseDocument } from "./documents/releaseDocument.ts";
import { publishDeletedFile } from "./publishFiles.ts";
import * as repository from "./repository.ts";

/** Deletes a file with its bytes, and its document if no other file has it. Returns false if there is no such file. */
export async function deleteFile(
  platform: Pick<Platform, "db" | "blobs" | "clock"> & EventPlatform,
  scope: Scope<"file">,
  id: string,
): Promise<boolean> {
  const { blobs, db } = platform;
  const file = await repository.findFile(db, scope, id);
  if (!file) return false;
  // Delete the bytes before the row, so that an interruption does not orphan the blob: the file can be deleted again.
  await blobs.remove([file.blob_key]);
  const deletedFile = await repository.deleteFile(db, scope, id);
  if (deletedFile && deletedFile.blob_key !== file.blob_key) await blobs.remove([deletedFile.blob_key]);
  publishDeletedFile(platform, file);
  await releaseDocument(platform, deletedFile?.document_id ?? null);
  return true;
}
