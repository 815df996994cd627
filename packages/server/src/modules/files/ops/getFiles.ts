import { getFiles } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { getReadScope } from "../getReadScope.ts";
import { presentFile } from "../present.ts";
import { findFiles } from "../repository.ts";

export const getFilesHandler = implement(getFiles, async (ctx, { keys, assistantId }) => {
  const uniqueKeys = [...new Set(keys)];
  const rows = await findFiles(ctx.db, getReadScope(ctx.actor, assistantId), uniqueKeys);
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  // Tags are how an owner sorts files, and somebody who reads them through an assistant cannot extract them again.
  const hidden = assistantId === undefined ? {} : { tags: [], canRetry: false };
  return {
    items: uniqueKeys.flatMap((key) => {
      const row = rowsById.get(key);
      return row ? [{ ...presentFile(row), ...hidden }] : [];
    }),
  };
});
