import { isDeepStrictEqual } from "node:util";
import type { ConfigType } from "@lectern/contract";
import type { DbTransaction } from "../../platform/db/database.ts";
import { deleteModelRows, deleteUnusedKeys, type ModelRow, raiseRevisions, upsertModelRows } from "./repository.ts";

interface CatalogueChange {
  before: readonly ModelRow[];
  after: readonly ModelRow[];
  /** The administrator; null: a start of the server. */
  changedBy: string | null;
  now: Date;
}

/**
 * Stores a change that is not a save of a section of the configuration. Whoever has a section open that shows what has
 * changed is told when saving it, because the page would write back the old values. The catalogue is locked.
 */
export async function storeCatalogue(
  tx: DbTransaction,
  { before, after, changedBy, now }: CatalogueChange,
): Promise<void> {
  const keptIds = new Set(after.map(({ id }) => id));
  await upsertModelRows(tx, after);
  await deleteModelRows(
    tx,
    before.filter(({ id }) => !keptIds.has(id)).map(({ id }) => id),
  );
  await deleteUnusedKeys(tx);
  const types = listChangedSections(before, after);
  // Nobody has seen an empty catalogue.
  if (before.length > 0) await raiseRevisions(tx, types, { changedBy, now });
}

function listChangedSections(before: readonly ModelRow[], after: readonly ModelRow[]): ConfigType[] {
  const beforeById = new Map(before.map((row) => [row.id, row]));
  const hasOtherIds = before.length !== after.length || after.some(({ id }) => !beforeById.has(id));
  const differs = (pick: (row: ModelRow) => unknown) =>
    hasOtherIds ||
    after.some((row) => {
      const rowBefore = beforeById.get(row.id);
      return rowBefore !== undefined && !isDeepStrictEqual(pick(row), pick(rowBefore));
    });
  return [
    ...(differs(({ endpoints: _, ...values }) => values) ? ["supportedModels" as const] : []),
    ...(differs(({ endpoints }) => endpoints) ? ["openaiEndpoints" as const] : []),
  ];
}
