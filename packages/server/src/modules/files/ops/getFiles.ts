import { getFiles } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getOwnerId } from "../../access/service.ts";
import { presentFile } from "../present.ts";
import { findFiles } from "../repository.ts";

export const getFilesHandler = implement(getFiles, async (ctx, { keys }) => {
  const uniqueKeys = [...new Set(keys)];
  const rowsById = new Map((await findFiles(ctx.db, getOwnerId(ctx.actor), uniqueKeys)).map((row) => [row.id, row]));
  return {
    items: uniqueKeys.flatMap((key) => {
      const row = rowsById.get(key);
      return row ? [presentFile(row)] : [];
    }),
  };
});
