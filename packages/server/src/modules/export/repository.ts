import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { ConversionsTable } from "../../platform/db/schema.ts";
import { transaction } from "../../platform/db/transaction.ts";

export type Conversion = Selectable<ConversionsTable>;
export type NewConversion = Pick<Conversion, "id" | "owner_id" | "format" | "template" | "file_name" | "input_key">;

/** The right to make one document and to write what comes of it. */
export interface ConversionClaim {
  id: string;
  processId: string;
  attempts: number;
}

const unfinished = ["queued", "converting"] as const;

/** False: the person has `mostUnfinished` that are not done yet. */
export async function insertConversion(
  db: Db,
  given: NewConversion,
  now: Date,
  mostUnfinished: number,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    // One person's requests one after the other.
    await tx.selectFrom("users").select("id").where("id", "=", given.owner_id).forUpdate().executeTakeFirst();
    const { count } = await tx
      .selectFrom("conversions")
      .select((eb) => eb.fn.countAll().as("count"))
      .where("owner_id", "=", given.owner_id)
      .where("state", "in", unfinished)
      .executeTakeFirstOrThrow();
    if (Number(count) >= mostUnfinished) return false;
    await tx
      .insertInto("conversions")
      .values({ ...given, state: "queued", created_at: now, state_changed_at: now })
      .execute();
    return true;
  });
}

export async function findConversion(db: Db, id: string): Promise<Conversion | undefined> {
  return db.selectFrom("conversions").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findConversionOf(db: Db, ownerId: string, id: string): Promise<Conversion | undefined> {
  const row = await findConversion(db, id);
  return row?.owner_id === ownerId ? row : undefined;
}

/** Takes it as it was seen. Null: it has changed since, somebody else was quicker. */
export async function claimConversion(
  db: Db,
  seen: Conversion,
  processId: string,
  now: Date,
): Promise<ConversionClaim | null> {
  const attempts = seen.attempts + 1;
  const { numUpdatedRows } = await db
    .updateTable("conversions")
    .set({ state: "converting", process_id: processId, attempts, state_changed_at: now })
    .where("id", "=", seen.id)
    .where("state", "=", seen.state)
    .where("attempts", "=", seen.attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { id: seen.id, processId, attempts } : null;
}

type Ended =
  | { state: "ready"; output_key: string; input_key: null }
  | { state: "failed"; reason: string; input_key: null }
  /** Another process, or this one later, begins anew: it does not count as an attempt. */
  | { state: "queued"; attempts: number };

/** False: the claim was lost, nothing is written. */
export async function endConversionClaim(db: Db, claim: ConversionClaim, ended: Ended, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("conversions")
    .set({ ...ended, process_id: null, state_changed_at: now })
    .where("id", "=", claim.id)
    .where("state", "=", "converting")
    .where("process_id", "=", claim.processId)
    .where("attempts", "=", claim.attempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function listUnfinishedConversions(
  db: Db,
): Promise<Pick<Conversion, "id" | "state" | "process_id" | "state_changed_at">[]> {
  return db
    .selectFrom("conversions")
    .select(["id", "state", "process_id", "state_changed_at"])
    .where("state", "in", unfinished)
    .execute();
}

export async function listConversionsBefore(db: Db, before: Date, most: number): Promise<Conversion[]> {
  return db.selectFrom("conversions").selectAll().where("created_at", "<=", before).limit(most).execute();
}

export async function deleteConversion(db: Db, id: string): Promise<void> {
  await db.deleteFrom("conversions").where("id", "=", id).execute();
}
