import { deleteFile as deleteFileOp } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { createFileNotFoundError } from "../createFileNotFoundError.ts";
import { deleteFile } from "../deleteFile.ts";

export const deleteFileHandler = implement(deleteFileOp, async (ctx, { key }) => {
  if (!(await deleteFile(ctx, getOwnerId(ctx.actor), key))) throw createFileNotFoundError();
  return {};
});
