import { downloadFile } from "@lectern/contract";
import { AppError } from "../../../core/appError.ts";
import { implement } from "../../../core/implement.ts";
import { createFileNotFoundError } from "../createFileNotFoundError.ts";
import { createFileUrl, downloadUrlTtlSeconds } from "../fileUrls.ts";
import { getReadScope } from "../getReadScope.ts";
import { findFile } from "../repository.ts";

export const downloadFileHandler = implement(downloadFile, async (ctx, { key, groupId, fileName, assistantId }) => {
  const file = await findFile(ctx.db, getReadScope(ctx.actor, assistantId), key);
  if (!file || (groupId && groupId !== file.group_id)) throw createFileNotFoundError();
  if (!file.uploaded_at) throw new AppError("conflict", { userMessage: "This file hasn’t been uploaded yet." });
  const name = fileName || file.name;
  // Nobody checks at the store whether the right to a file still exists, so only its owner gets an address there.
  const isOwner = file.owner_id === ctx.actor.principal.id;
  const directUrl = isOwner
    ? await ctx.blobs.createDownloadUrl(file.blob_key, {
        fileName: name,
        type: file.type,
        expiresInSeconds: downloadUrlTtlSeconds,
      })
    : null;
  const claim = { ownerId: ctx.actor.principal.id, key, name, ...(assistantId === undefined ? {} : { assistantId }) };
  return { downloadUrl: directUrl ?? createFileUrl(ctx, "download", claim) };
});
