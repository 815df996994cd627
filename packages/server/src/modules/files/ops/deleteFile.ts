import { deleteFile as deleteFileOp } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { visibleTo } from "../../access/service.ts";
import { toDeniedFileError } from "../createFileNotFoundError.ts";
import { deleteFile } from "../deleteFile.ts";
import { markGroupFileForDeletion } from "../markGroupFileForDeletion.ts";

export const deleteFileHandler = implement(deleteFileOp, async (ctx, { key }) => {
  const scope = visibleTo(ctx.actor, "file", "delete");
  await markGroupFileForDeletion(ctx, scope, key);
  if (!(await deleteFile(ctx, scope, key))) throw await toDeniedFileError(ctx, key);
  return {};
});
