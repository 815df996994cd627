import { type RawBuilder, sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";

/**
 * Makes this transaction, which gives a verified, folded address to an account, exclude others that give the address to an
 * account or rights to the address.
 */
export async function lockEmail(tx: DbTransaction, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${emailLockKey(sql`${email}`)})`.execute(tx);
}

/**
 * Makes this transaction, which gives rights to folded addresses, exclude others that give one of these to an
 * account. So no invitation is stored for an address that has just been verified.
 */
export async function lockEmailsShared(tx: DbTransaction, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  // In a fixed order, although shared locks seldom wait for one another.
  const sortedEmails = emails.toSorted((a, b) => (a < b ? -1 : 1));
  await sql`
    select pg_advisory_xact_lock_shared(${emailLockKey(sql`email`)})
    from unnest(${sortedEmails}::text[]) as email`.execute(tx);
}

const emailLockKey = (email: RawBuilder<unknown>) => sql`hashtextextended('e-mail ' || ${email}::text, 0)`;

export interface Service {
  id: string;
  wireId: string;
  name: string;
  createdAt: Date;
}

/** Inserts a service with its principal. Returns false, and inserts nothing, if another service has the wire id. */
export async function insertService(tx: DbTransaction, service: Service, ownerId: string): Promise<boolean> {
  await tx.insertInto("principals").values({ id: service.id, kind: "service" }).execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("services")
    .values({
      id: service.id,
      wire_id: service.wireId,
      name: service.name,
      owner_id: ownerId,
      created_at: service.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 1n) return true;
  await tx.deleteFrom("principals").where("id", "=", service.id).execute();
  return false;
}

export async function listServicesOf(db: Db, ownerId: string): Promise<Service[]> {
  return db
    .selectFrom("services")
    .where("owner_id", "=", ownerId)
    .select(["id", "wire_id as wireId", "name", "created_at as createdAt"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Finds the people who have one of the folded addresses, and have proven it. */
export async function findPeopleByEmail(
  db: Db,
  emails: readonly string[],
): Promise<{ principalId: string; email: string }[]> {
  if (emails.length === 0) return [];
  const { rows } = await sql<{ principalId: string; email: string }>`
    select id as "principalId", email from users
    where email = any(${[...emails]}::text[]) and email_verified and erased_at is null`.execute(db);
  return rows;
}

/** Finds the principals of people and services with one of these ids. `name` is a service's wire id in lower case. */
export async function findPrincipals(
  db: Db,
  names: readonly string[],
): Promise<{ principalId: string; name: string }[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ principalId: string; name: string }>`
    select id as "principalId", id as name from users where id = any(${[...names]}::text[]) and erased_at is null
    union all select id, id from services where id = any(${[...names]}::text[])
    union all select id, lower(wire_id collate "C") from services where lower(wire_id collate "C") = any(${[...names]}::text[])`.execute(
    db,
  );
  return rows;
}
