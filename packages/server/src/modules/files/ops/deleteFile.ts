import { deleteFile as deleteFileOp } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { visibleTo } from "../../access/service.ts";
import { toDeniedFileError } from "../createFileNotFoundError.ts";
import { deleteFile } from "../deleteFile.ts";

export const deleteFileHandler = implement(deleteFileOp, async (ctx, { key }) => {
  if (!(await deleteFile(ctx, visibleTo(ctx.actor, "file", "delete"), key))) throw await toDeniedFileError(ctx, key);
  return {};
});
