import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { OperationsTable } from "../../platform/db/schema.ts";

export type OperationRow = Selectable<OperationsTable>;

/** Makes other transactions that change operations wait until this one ends, so that their number stays limited. */
export async function lockOperations(tx: DbTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('operations', 0))`.execute(tx);
}

/** Lists the operations by name. `tag`: only those with this tag. */
export async function listOperations(db: Db, { tag }: { tag?: string | undefined } = {}): Promise<OperationRow[]> {
  let query = db.selectFrom("operations").selectAll();
  if (tag !== undefined) query = query.where(sql<boolean>`tags @> ${JSON.stringify([tag])}::jsonb`);
  return query.orderBy(sql`lower(id)`).orderBy("id").execute();
}

export async function findOperations(db: Db, ids: readonly string[]): Promise<OperationRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom("operations").selectAll().where("id", "in", ids).execute();
}

export async function countOperations(tx: DbTransaction): Promise<number> {
  const { count } = await tx
    .selectFrom("operations")
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Inserts an operation, or replaces the one with its id. When that was created stays. */
export async function upsertOperation(tx: DbTransaction, row: Insertable<OperationsTable>): Promise<void> {
  const { id: _id, created_at: _createdAt, ...changes } = row;
  await tx
    .insertInto("operations")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changes))
    .execute();
}

export async function deleteOperationRow(tx: DbTransaction, id: string): Promise<void> {
  await tx.deleteFrom("operations").where("id", "=", id).execute();
}
