import type { Selectable } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { ConversionsTable } from "../../platform/db/schema.ts";
import { transaction } from "../../platform/db/transaction.ts";
import type { OwnerId } from "../access/service.ts";

export type Conversion = Selectable<ConversionsTable>;
export type NewConversion = Pick<Conversion, "id" | "owner_id" | "format" | "template" | "file_name" | "input_key">;

/** The exclusive right of a process to convert one document and to write the outcome. */
export interface ConversionClaim {
  id: string;
  processId: string;
  attempts: number;
}

const unfinishedStates = ["queued", "converting"] as const;

/** Inserts a queued conversion. Returns false if the person already has `maxUnfinishedConversions`. */
export async function insertConversion(
  db: Db,
  conversion: NewConversion,
  now: Date,
  maxUnfinishedConversions: number,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    // Serialize the requests of one person, so that the count stays correct.
    await tx.selectFrom("users").select("id").where("id", "=", conversion.owner_id).forUpdate().executeTakeFirst();
    const { count } = await tx
      .selectFrom("conversions")
      .select((eb) => eb.fn.countAll().as("count"))
      .where("owner_id", "=", conversion.owner_id)
      .where("state", "in", unfinishedStates)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxUnfinishedConversions) return false;
    await tx
      .insertInto("conversions")
      .values({ ...conversion, state: "queued", created_at: now, state_changed_at: now })
      .execute();
    return true;
  });
}

export async function findConversion(db: Db, id: string): Promise<Conversion | undefined> {
  return db.selectFrom("conversions").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findConversionOfOwner(db: Db, ownerId: OwnerId, id: string): Promise<Conversion | undefined> {
  const row = await findConversion(db, id);
  return row?.owner_id === ownerId ? row : undefined;
}

/** Claims the conversion. Returns null if its row has changed since it was read. */
export async function claimConversion(
  db: Db,
  { id, state, attempts: previousAttempts }: Conversion,
  processId: string,
  now: Date,
): Promise<ConversionClaim | null> {
  const attempts = previousAttempts + 1;
  const { numUpdatedRows } = await db
    .updateTable("conversions")
    .set({ state: "converting", process_id: processId, attempts, state_changed_at: now })
    .where("id", "=", id)
    .where("state", "=", state)
    .where("attempts", "=", previousAttempts)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { id, processId, attempts } : null;
}

type ClaimOutcome =
  | { state: "ready"; output_key: string; input_key: null }
  | { state: "failed"; reason: string; input_key: null }
  /** The job will retry. Set `attempts` to the previous number, so that this attempt does not count. */
  | { state: "queued"; attempts: number };

/** Writes the outcome and ends the claim. Returns false, and writes nothing, if the claim was lost. */
export async function finishConversionClaim(
  db: Db,
  claim: ConversionClaim,
  outcome: ClaimOutcome,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("conversions")
    .set({ ...outcome, process_id: null, state_changed_at: now })
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
    .where("state", "in", unfinishedStates)
    .execute();
}

export async function listConversionsBefore(db: Db, before: Date, limit: number): Promise<Conversion[]> {
  return db.selectFrom("conversions").selectAll().where("created_at", "<=", before).limit(limit).execute();
}

/** Lists all conversions of a person, which are those of one day. */
export async function listConversionsOfOwner(db: Db, ownerId: OwnerId): Promise<Conversion[]> {
  return db.selectFrom("conversions").selectAll().where("owner_id", "=", ownerId).execute();
}

export async function deleteConversion(db: Db, id: string): Promise<void> {
  await db.deleteFrom("conversions").where("id", "=", id).execute();
}
