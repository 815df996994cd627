import { getFiles } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { visibleTo } from "../../access/service.ts";
import { presentFile } from "../present.ts";
import { findFiles } from "../repository.ts";

export const getFilesHandler = implement(getFiles, async (ctx, { keys }) => {
  const uniqueKeys = [...new Set(keys)];
  const rowsById = new Map(
    (await findFiles(ctx.db, visibleTo(ctx.actor, "file", "read"), uniqueKeys)).map((row) => [row.id, row]),
  );
  return {
    items: uniqueKeys.flatMap((key) => {
      const row = rowsById.get(key);
      return row ? [presentFile(row)] : [];
    }),
  };
});
