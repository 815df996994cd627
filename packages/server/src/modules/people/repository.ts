import type { PeopleSort, PeopleStatus } from "@lectern/contract";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { ListPosition } from "../../core/listCursor.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import { escapeLike } from "../../platform/db/escapeLike.ts";
import { formatCursorTime } from "../../platform/db/formatCursorTime.ts";
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

/**
 * Hands the keys of the person's services over with these, and ends all other keys that belong to the person or act for
 * the person.
 */
export async function endKeys(
  tx: DbTransaction,
  id: string,
  { now, successorId }: { now: Date; successorId: string | null },
): Promise<void> {
  if (successorId !== null) {
    await tx
      .updateTable("api_keys")
      .set({ owner_id: successorId })
      .where("owner_id", "=", id)
      .where("kind", "=", "system")
      .execute();
  }
  await tx
    .updateTable("api_keys")
    .set({ deactivated_at: now, reason: "deactivated" })
    .where("deactivated_at", "is", null)
    .where((eb) => eb.or([eb("owner_id", "=", id), eb("principal_id", "=", id)]))
    .execute();
}

/** Deletes memberships, grants to and by the person, and what was given to the person's verified address. */
export async function deleteRights(tx: DbTransaction, { id, email, email_verified }: Person): Promise<void> {
  await tx.deleteFrom("group_members").where("principal_id", "=", id).execute();
  await tx
    .deleteFrom("grants")
    // What somebody has got a copy of is theirs.
    .where((eb) =>
      eb.or([eb("principal_id", "=", id), eb.and([eb("granted_by", "=", id), eb("object_type", "<>", "artifact")])]),
    )
    .execute();
  await tx.deleteFrom("disclosure_acceptances").where("principal_id", "=", id).execute();
  if (!email_verified) return;
  // Whoever gets the address next is no administrator.
  await sql`
    update settings set value = value - ${email}::text, revision = revision + 1
    where name = 'admins' and value ? ${email}::text`.execute(tx);
  await sql`delete from group_members where email = ${email}`.execute(tx);
  await sql`delete from grants where email = ${email}`.execute(tx);
  await sql`delete from api_keys where delegate_email = ${email}`.execute(tx);
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

export interface PeopleQuery {
  /** A part of the name or the address, in any case. */
  query: string;
  status: PeopleStatus;
  sort: PeopleSort;
  after: ListPosition | null;
  limit: number;
  now: Date;
  /** The addresses of administrators that the configuration lists or administrators have added. */
  adminEmails: readonly string[];
}

export interface ListedPerson extends ListPosition {
  email: string;
  email_verified: boolean;
  name: string;
  is_admin: boolean;
  blocked_at: Date | null;
  last_seen_at: Date;
  active_sessions: number;
}

/** The expressions of the indexes on `users`, with the form in which a cursor contains them. */
const sortOrders: Record<PeopleSort, { by: RawBuilder<unknown>; text: RawBuilder<string>; isDescending: boolean }> = {
  name: { by: sql`lower(name)`, text: sql`lower(name)`, isDescending: false },
  email: { by: sql`email`, text: sql`email`, isDescending: false },
  lastSeen: { by: sql`last_seen_at`, text: formatCursorTime(sql`last_seen_at`), isDescending: true },
};

/** Lists people who have not been erased. The sessions are counted for the people of the page only. */
export async function listPeople(db: Db, people: PeopleQuery): Promise<ListedPerson[]> {
  const { query, status, sort, after, limit, now, adminEmails } = people;
  const { by, text, isDescending } = sortOrders[sort];
  const position =
    after && sql`(${sort === "lastSeen" ? sql`${after.sortText}::timestamptz` : after.sortText}, ${after.id})`;
  const isAfter = position ? sql`(${by}, id) ${isDescending ? sql`<` : sql`>`} ${position}` : sql`true`;
  const pattern = `%${escapeLike(query)}%`;
  const isFound =
    query === "" ? sql`true` : sql`(lower(name) like lower(${pattern}) or email like ${pattern.toLowerCase()})`;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const { rows } = await sql<ListedPerson>`
    select id, email, email_verified, name, is_admin, blocked_at, last_seen_at, ${text} as "sortText",
      ${countActiveSessions(now)} as active_sessions
    from users
    where erased_at is null and ${isFound} and ${hasStatus(status, adminEmails)} and ${isAfter}
    order by ${by} ${direction}, id ${direction} limit ${limit}`.execute(db);
  return rows;
}

/** Finds a person who has not been erased, as `listPeople` presents people. */
export async function findListedPerson(db: Db, id: string, now: Date) {
  return db
    .selectFrom("users")
    .select(["id", "email", "email_verified", "name", "is_admin", "blocked_at", "last_seen_at", "created_at"])
    .select([
      countActiveSessions(now).as("active_sessions"),
      sql<Date | null>`(select max(created_at) from sessions where user_id = users.id)`.as("last_sign_in_at"),
    ])
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .executeTakeFirst();
}

const countActiveSessions = (now: Date) => sql<number>`(
  select count(*)::integer from sessions where user_id = users.id and ended_at is null and expires_at > ${now}
)`;

function hasStatus(status: PeopleStatus, adminEmails: readonly string[]): RawBuilder<boolean> {
  switch (status) {
    case "all":
      return sql`true`;
    case "active":
      return sql`blocked_at is null`;
    case "blocked":
      return sql`blocked_at is not null`;
    case "administrators":
      return sql`email_verified and (is_admin or email = any(${[...adminEmails]}::text[]))`;
    default:
      return status satisfies never;
  }
}

export interface StoredBytes {
  count: number;
  bytes: number;
}

/** Measures what a person stores: uploaded files and conversations in the cloud. */
export async function measureStorage(
  db: Db,
  ownerId: string,
): Promise<{ files: StoredBytes; conversations: StoredBytes }> {
  const measure = async (table: "files" | "conversations", bytes: RawBuilder<unknown>): Promise<StoredBytes> => {
    const { rows } = await sql<{ count: number; bytes: string }>`
      select count(*)::integer as count, coalesce(sum(${bytes}), 0)::text as bytes
      from ${sql.table(table)} where owner_id = ${ownerId}`.execute(db);
    return { count: rows[0]?.count ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
  };
  return { files: await measure("files", sql`size`), conversations: await measure("conversations", sql`bytes`) };
}

/** Lists the names of the services of a person. */
export async function listServiceNames(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("services")
    .select("name")
    .where("owner_id", "=", ownerId)
    .orderBy("name")
    .orderBy("id")
    .execute();
  return rows.map(({ name }) => name);
}

export interface ErasureRow {
  id: string;
  erased_at: Date;
  erasure_ended_at: Date | null;
}

/** Lists the erasures that are in progress or began last. */
export async function listErasures(db: Db, limit: number): Promise<ErasureRow[]> {
  const { rows } = await sql<ErasureRow>`
    select id, erased_at, erasure_ended_at from users where erased_at is not null
    order by erased_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** Finds the erasure of a person. */
export async function findErasure(db: Db, id: string): Promise<ErasureRow | undefined> {
  const { rows } = await sql<ErasureRow>`
    select id, erased_at, erasure_ended_at from users where id = ${id} and erased_at is not null`.execute(db);
  return rows[0];
}
