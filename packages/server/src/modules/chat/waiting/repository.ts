import type { Insertable } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { WaitingRunsTable } from "../../../platform/db/schema.ts";
import type { OwnerId } from "../../access/service.ts";

/** Stores a waiting run, and deletes those of the owner that are older than `oldest`. */
export async function insertWaitingRun(
  db: Db,
  row: Insertable<WaitingRunsTable> & { owner_id: OwnerId },
  oldest: Date,
): Promise<void> {
  await db.deleteFrom("waiting_runs").where("owner_id", "=", row.owner_id).where("created_at", "<", oldest).execute();
  const { owner_id: _, request_id: _id, ...newValues } = row;
  await db
    .insertInto("waiting_runs")
    .values(row)
    .onConflict((conflict) => conflict.columns(["owner_id", "request_id"]).doUpdateSet(newValues))
    .execute();
}

/** Returns the JSON text of a waiting run; null if there is none, or if it is older than `oldest`. */
export async function findWaitingRun(
  db: Db,
  ownerId: OwnerId,
  requestId: string,
  oldest: Date,
): Promise<string | null> {
  const row = await db
    .selectFrom("waiting_runs")
    .select("content")
    .where("owner_id", "=", ownerId)
    .where("request_id", "=", requestId)
    .where("created_at", ">=", oldest)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** Returns true if it has deleted the waiting run, which only one caller does. */
export async function deleteWaitingRun(db: Db, ownerId: OwnerId, requestId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("waiting_runs")
    .where("owner_id", "=", ownerId)
    .where("request_id", "=", requestId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
