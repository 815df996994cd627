import { type RawBuilder, sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";

/**
 * Makes this transaction, which gives a verified, folded address to an account, exclude others that give the address to an
 * account or rights to the address.
 */
export async function lockEmail(tx: DbTransaction, email: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(${sql.lit(emailLockSpace)}, ${emailLockKey(sql`${email}`)})`.execute(tx);
}

/**
 * Makes this transaction, which gives rights to folded addresses, exclude others that give one of these to an
 * account. So no invitation is stored for an address that has just been verified.
 */
export async function lockEmailsShared(tx: DbTransaction, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  // In a fixed order, although shared locks seldom wait for one another.
  await sql`
    select pg_advisory_xact_lock_shared(${sql.lit(emailLockSpace)}, key) from (
      select distinct ${emailLockKey(sql`email`)} as key from unnest(${[...emails]}::text[]) as email order by key
    ) as keys`.execute(tx);
}

/** An arbitrary number. */
const emailLockSpace = 714_003;
/** The lock table of PostgreSQL is small (64 entries per connection by default), and a call can name 1,000 addresses. */
const emailLockCount = 64;

/** Addresses share locks: a few sign-ins wait for a change that does not concern them. */
const emailLockKey = (email: RawBuilder<unknown>) => sql`(hashtext(${email}::text) & ${sql.lit(emailLockCount - 1)})`;

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

/** Finds the oldest service of a person or a group. */
export async function findServiceOf(db: Db, ownerId: string): Promise<Service | undefined> {
  return (await listServicesOf(db, ownerId))[0];
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
