import { retryFile } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { createFileNotFoundError } from "../createFileNotFoundError.ts";
import { retryDocument } from "../documents/retryDocument.ts";
import { presentFile } from "../present.ts";
import { findFile } from "../repository.ts";

export const retryFileHandler = implement(retryFile, async (ctx, { key }) => {
  const requireFile = async () => {
    const file = await findFile(ctx.db, getOwnerId(ctx.actor), key);
    if (!file) throw createFileNotFoundError();
    return file;
  };
  const file = await requireFile();
  const { canRetry } = presentFile(file);
  if (canRetry) await retryDocument(ctx, { id: file.id, documentId: file.document_id });
  return presentFile(canRetry ? await requireFile() : file);
});
