import { sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";

export interface OidcRecord {
  model: string;
  id: string;
  payload: Record<string, unknown>;
  grantId: string | null;
  uid: string | null;
  userCode: string | null;
  expiresAt: Date | null;
}

export async function upsertRecord(db: Db, record: OidcRecord): Promise<void> {
  const values = {
    payload: JSON.stringify(record.payload),
    grant_id: record.grantId,
    uid: record.uid,
    user_code: record.userCode,
    expires_at: record.expiresAt,
  };
  await db
    .insertInto("oidc_records")
    .values({ model: record.model, id: record.id, ...values })
    .onConflict((conflict) => conflict.columns(["model", "id"]).doUpdateSet(values))
    .execute();
}

export type RecordKey = { id: string } | { uid: string } | { user_code: string };

/** Finds the payload of an unexpired record. `consumed` is the time of its consumption in seconds since 1970. */
export async function findRecord(
  db: Db,
  model: string,
  key: RecordKey,
  now: Date,
): Promise<(Record<string, unknown> & { consumed?: number }) | null> {
  let query = db.selectFrom("oidc_records").select(["payload", "consumed_at"]).where("model", "=", model);
  if ("id" in key) query = query.where("id", "=", key.id);
  else if ("uid" in key) query = query.where("uid", "=", key.uid);
  else query = query.where("user_code", "=", key.user_code);
  const row = await query
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .executeTakeFirst();
  if (!row) return null;
  return row.consumed_at
    ? { ...row.payload, consumed: Math.floor(row.consumed_at.getTime() / 1_000) }
    : { ...row.payload };
}

export async function consumeRecord(db: Db, model: string, id: string, now: Date): Promise<void> {
  await db
    .updateTable("oidc_records")
    .set({ consumed_at: now })
    .where("model", "=", model)
    .where("id", "=", id)
    .execute();
}

export async function deleteRecord(db: Db, model: string, id: string): Promise<void> {
  await db.deleteFrom("oidc_records").where("model", "=", model).where("id", "=", id).execute();
}

/** Deletes the records of one model that belong to a grant. */
export async function deleteRecordsOfGrant(db: Db, model: string, grantId: string): Promise<void> {
  await db.deleteFrom("oidc_records").where("model", "=", model).where("grant_id", "=", grantId).execute();
}

/** Deletes the records of one person: sessions, grants, codes, tokens, and sign-ins in which they gave their address. */
export async function deleteRecordsOfSubject(db: Db, subject: string): Promise<void> {
  await sql`
    delete from oidc_records where ${subject}
      in (payload ->> 'accountId', payload #>> '{session,accountId}', payload #>> '{result,login,accountId}')
  `.execute(db);
}

/** Deletes expired records and returns their number. */
export async function deleteExpiredRecords(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("oidc_records")
    .where("expires_at", "<=", now)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Stores `sealed` unless there already is a secret with this name. Returns the stored secret. */
export async function insertSecretIfAbsent(db: Db, name: string, sealed: string, now: Date): Promise<string> {
  await db
    .insertInto("secrets")
    .values({ name, sealed, created_at: now })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const row = await db.selectFrom("secrets").select("sealed").where("name", "=", name).executeTakeFirstOrThrow();
  return row.sealed;
}

export async function findSecret(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom("secrets").select("sealed").where("name", "=", name).executeTakeFirst();
  return row?.sealed ?? null;
}

/** Replaces a secret that cannot be decrypted any more, unless another process has already replaced it. */
export async function replaceSecret(db: Db, name: string, oldSealed: string, sealed: string, now: Date): Promise<void> {
  await db
    .updateTable("secrets")
    .set({ sealed, created_at: now })
    .where("name", "=", name)
    .where("sealed", "=", oldSealed)
    .execute();
}
