import { retryFile } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { visibleTo } from "../../access/service.ts";
import { toDeniedFileError } from "../createFileNotFoundError.ts";
import { retryDocument } from "../documents/retryDocument.ts";
import { presentFile } from "../present.ts";
import { findFile } from "../repository.ts";

export const retryFileHandler = implement(retryFile, async (ctx, { key }) => {
  const requireFile = async () => {
    const file = await findFile(ctx.db, visibleTo(ctx.actor, "file", "retry"), key);
    if (!file) throw await toDeniedFileError(ctx, key);
    return file;
  };
  const file = await requireFile();
  const { canRetry } = presentFile(file);
  if (canRetry) await retryDocument(ctx, { id: file.id, documentId: file.document_id });
  return presentFile(canRetry ? await requireFile() : file);
});
