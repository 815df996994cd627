import { getOperations } from "@lectern/contract";
import { implement } from "../../../core/implement.ts";
import { presentOperation } from "../present.ts";
import { listOperations } from "../repository.ts";

export const getOperationsHandler = implement(getOperations, async ({ db, actor }, { tag }) => {
  const rows = await listOperations(db, { tag: tag?.trim() || undefined });
  return { operations: rows.map((row) => presentOperation(row, actor)) };
});
