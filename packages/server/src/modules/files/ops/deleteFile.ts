import { deleteFile as deleteFileOp } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { visibleTo } from "../../access/service.ts";
import { claimGroupFile } from "../claimGroupFile.ts";
import { toDeniedFileError } from "../createFileNotFoundError.ts";
import { deleteFile } from "../deleteFile.ts";

export const deleteFileHandler = implement(deleteFileOp, async (ctx, { key }) => {
  const scope = visibleTo(ctx.actor, "file", "delete");
  await claimGroupFile(ctx, scope, key);
  if (!(await deleteFile(ctx, scope, key))) throw await toDeniedFileError(ctx, key);
  return {};
});
