import { downloadFile } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { createFileNotFoundError } from "../createFileNotFoundError.ts";
import { createFileUrl, downloadUrlTtlSeconds } from "../fileUrls.ts";
import { findFile } from "../repository.ts";

export const downloadFileHandler = implement(downloadFile, async (ctx, { key, groupId, fileName }) => {
  const ownerId = getOwnerId(ctx.actor);
  const file = await findFile(ctx.db, ownerId, key);
  if (!file || (groupId && groupId !== file.group_id)) throw createFileNotFoundError();
  if (!file.uploaded_at) throw new AppError("conflict", { userMessage: "This file has not been uploaded yet." });
  const name = fileName || file.name;
  const directUrl = await ctx.blobs.createDownloadUrl(file.blob_key, {
    fileName: name,
    type: file.type,
    expiresInSeconds: downloadUrlTtlSeconds,
  });
  return { downloadUrl: directUrl ?? createFileUrl(ctx, "download", { ownerId, key, name }) };
});
