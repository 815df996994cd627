import { type Selectable, sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { UsersTable } from "../../platform/db/schema.ts";
import { type Subject, selectListedEmails, sharesGroupWith } from "../access/service.ts";
import { deleteWorkspaces } from "../legacyWorkspaces/service.ts";

export type Person = Selectable<UsersTable>;

/** Finds a person who has not been erased. */
export async function findPerson(db: Db, id: string): Promise<Person | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).where("erased_at", "is", null).executeTakeFirst();
}

/** Greater than any character of an address, in the order of the bytes. */
const lastCharacter = "\u{10FFFF}";

interface EmailQuery {
  /** The folded beginning of the addresses. */
  prefix: string;
  limit: number;
  /** Only people who share a group with this subject, and the addresses in its members' lists; null: everybody. */
  viewer: Subject | null;
}

/** Lists the verified addresses of people who can sign in, in their order. */
export async function listEmails(db: Db, { prefix, limit, viewer }: EmailQuery): Promise<string[]> {
  // A range and not a pattern: it uses the index, whatever the parameters, and no character has a special meaning.
  const isFound = sql`email collate "C" >= ${prefix} and email collate "C" < ${prefix + lastCharacter}`;
  const people = sql`
    select email from users
    where ${isFound} and email_verified and blocked_at is null and erased_at is null
      and ${viewer ? sharesGroupWith(viewer) : sql`true`}`;
  const listed = viewer
    ? sql`union select email from (${selectListedEmails(viewer)}) as listed where ${isFound}`
    : sql``;
  const { rows } = await sql<{ email: string }>`
    select email from (${people} ${listed}) as found order by email collate "C" limit ${limit}`.execute(db);
  return rows.map(({ email }) => email);
}

/** Returns those of the folded addresses that are verified, and with which somebody can sign in. */
export async function findListedEmails(db: Db, emails: readonly string[]): Promise<string[]> {
  if (emails.length === 0) return [];
  const rows = await db
    .selectFrom("users")
    .select("email")
    .where("email", "in", emails)
    .where("email_verified", "=", true)
    .where("blocked_at", "is", null)
    .where("erased_at", "is", null)
    .execute();
  return rows.map(({ email }) => email);
}

export async function setBlockedAt(tx: DbTransaction, id: string, blockedAt: Date | null): Promise<void> {
  await tx.updateTable("users").set({ blocked_at: blockedAt }).where("id", "=", id).execute();
}

/**
 * Empties the row of a person. A person who signs in again with the same subject gets a new account. The lock waits for
 * transactions that are inserting rows of the person, or of one with whom the person shares the lock; later ones of the
 * person are rejected.
 */
export async function emptyPerson(tx: DbTransaction, id: string, now: Date): Promise<void> {
  // The triggers `reject_erased_…` take the shared lock.
  await sql`select pg_advisory_xact_lock(714002, hashtext(${id}) & 63)`.execute(tx);
  await tx
    .updateTable("users")
    .set({
      issuer: "erased",
      subject: id,
      email: "",
      email_verified: false,
      name: "",
      is_admin: false,
      last_seen_at: now,
      erased_at: now,
    })
    .where("id", "=", id)
    .execute();
}

/** Gives the services of a person to a successor. Returns their ids. */
export async function handOverServices(tx: DbTransaction, ownerId: string, successorId: string): Promise<string[]> {
  const rows = await tx
    .updateTable("services")
    .set({ owner_id: successorId })
    .where("owner_id", "=", ownerId)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes memberships, grants to and by the person, and invitations of the person's verified address. */
export async function deleteRights(tx: DbTransaction, { id, email, email_verified }: Person): Promise<void> {
  await tx.deleteFrom("group_members").where("principal_id", "=", id).execute();
  await tx
    .deleteFrom("grants")
    .where((eb) => eb.or([eb("principal_id", "=", id), eb("granted_by", "=", id)]))
    .execute();
  await tx.deleteFrom("disclosure_acceptances").where("principal_id", "=", id).execute();
  if (!email_verified) return;
  // Whoever gets the address next is no administrator.
  await sql`
    update settings set value = value - ${email}::text, revision = revision + 1
    where name = 'admins' and value ? ${email}::text`.execute(tx);
  await sql`delete from group_members where email = ${email}`.execute(tx);
  await sql`delete from grants where email = ${email}`.execute(tx);
  await deleteWorkspaces(tx, email);
}

/** Lists people who have been erased but whose data may not have been deleted completely. */
export async function listUnfinishedErasures(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("id")
    .where("erased_at", "is not", null)
    .where("erasure_ended_at", "is", null)
    .execute();
  return rows.map(({ id }) => id);
}

export async function markErasureEnded(db: Db, id: string, now: Date): Promise<void> {
  await db
    .updateTable("users")
    .set({ erasure_ended_at: now })
    .where("id", "=", id)
    .where("erased_at", "is not", null)
    .execute();
}
