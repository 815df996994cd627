import { downloadGeneratedFile } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { createDownloadUrl } from "../files/generatedFileUrls.ts";
import { openGeneratedFile } from "../files/openGeneratedFile.ts";

export const downloadGeneratedFileHandler = implement(downloadGeneratedFile, async (ctx, { key, isInline }) => {
  await openGeneratedFile(ctx, ctx.actor, key);
  return { downloadUrl: createDownloadUrl(ctx, { ownerId: getOwnerId(ctx.actor), key, isInline }) };
});
