import { getFileDownloadUrls } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { createDownloadUrl } from "../files/generatedFileUrls.ts";
import { findGeneratedFiles } from "../files/repository.ts";

export const getFileDownloadUrlsHandler = implement(getFileDownloadUrls, async (ctx, { files, sessionId }) => {
  const ownerId = getOwnerId(ctx.actor);
  const rows = await findGeneratedFiles(ctx.db, ownerId, files, sessionId);
  return Object.fromEntries(
    rows.map(({ id }) => [id, { downloadUrl: createDownloadUrl(ctx, { ownerId, key: id, isInline: false }) }]),
  );
});
