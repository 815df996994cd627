import { sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import type { GroupLevel } from "../../../platform/db/schema.ts";
import { selectDirectoryGroupIds } from "../../access/service.ts";
import type { Recipient } from "../../principals/service.ts";

export interface StoredMember {
  recipient: Recipient;
  level: GroupLevel;
}

export interface MemberProfile {
  /** Null for an invitation. */
  principalId: string | null;
  /** A person's or an invitation's address; null for a service. */
  email: string | null;
  /** A person's or a service's name; null for an invitation. */
  name: string | null;
  level: GroupLevel;
}

/**
 * Makes this transaction exclude others that block or erase people, so that an administrator who counts here stays one.
 * Transactions that change members of different groups, and sign-ins, run concurrently.
 */
export async function lockPeopleShared(tx: DbTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${sql.lit(peopleLockKey)})`.execute(tx);
}

/** Makes this transaction, which blocks or erases a person, exclude others that change members or people, and sign-ins. */
export async function lockPeople(tx: DbTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(peopleLockKey)})`.execute(tx);
}

/** An arbitrary number. */
const peopleLockKey = 7_301_195;

/** Lists the stored members of a group, without expired invitations. */
export async function listStoredMembers(db: Db, groupId: string, now: Date): Promise<StoredMember[]> {
  const rows = await db
    .selectFrom("group_members")
    .where("group_id", "=", groupId)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .select(["principal_id", "email", "level"])
    .execute();
  return rows.flatMap(({ principal_id: principalId, email, level }): StoredMember[] => {
    if (principalId !== null) return [{ recipient: { principalId, email: null }, level }];
    return email === null ? [] : [{ recipient: { principalId: null, email }, level }];
  });
}

/** Lists the stored members of a group as they are shown to its writers. */
export async function listMemberProfiles(db: Db, groupId: string, now: Date): Promise<MemberProfile[]> {
  return db
    .selectFrom("group_members")
    .leftJoin("users", "users.id", "group_members.principal_id")
    .leftJoin("services", "services.id", "group_members.principal_id")
    .where("group_id", "=", groupId)
    .where((eb) => eb.or([eb("group_members.expires_at", "is", null), eb("group_members.expires_at", ">", now)]))
    .select((eb) => [
      "group_members.principal_id as principalId",
      eb.fn.coalesce("users.email", "group_members.email").as("email"),
      eb.fn.coalesce("users.name", "services.name").as("name"),
      "group_members.level",
    ])
    .orderBy("group_members.created_at")
    .orderBy(sql`coalesce(group_members.principal_id, group_members.email)`)
    .execute();
}

/** Stores a member or an invitation with this level, whatever level was stored before. */
export async function upsertMember(
  tx: DbTransaction,
  groupId: string,
  { recipient, level }: StoredMember,
  now: Date,
  expiresAt: Date,
): Promise<void> {
  const expires_at = recipient.email === null ? null : expiresAt;
  await tx
    .insertInto("group_members")
    .values({
      group_id: groupId,
      principal_id: recipient.principalId,
      email: recipient.email,
      level,
      created_at: now,
      expires_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(recipient.email === null ? ["group_id", "principal_id"] : ["group_id", "email"])
        .doUpdateSet({ level, expires_at }),
    )
    .execute();
}

export async function deleteMember(tx: DbTransaction, groupId: string, recipient: Recipient): Promise<void> {
  await tx
    .deleteFrom("group_members")
    .where("group_id", "=", groupId)
    .where((eb) =>
      recipient.email === null ? eb("principal_id", "=", recipient.principalId) : eb("email", "=", recipient.email),
    )
    .execute();
}

/** Counts the administrators of a group who can sign in. */
export async function countAdministrators(db: Db, groupId: string): Promise<number> {
  const row = await db
    .selectFrom("group_members")
    .innerJoin("users", "users.id", "group_members.principal_id")
    .where("group_id", "=", groupId)
    .where("level", "=", "admin")
    .where("blocked_at", "is", null)
    .where("erased_at", "is", null)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Lists the groups of which this person is the only administrator who can sign in. Locks their rows. */
export async function lockGroupsOfOnlyAdministrator(
  tx: DbTransaction,
  personId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select groups.id, groups.name from groups
    join group_members mine on mine.group_id = groups.id and mine.principal_id = ${personId} and mine.level = 'admin'
    where groups.deleted_at is null and not exists (
      select from group_members other join users on users.id = other.principal_id
      where other.group_id = groups.id and other.principal_id <> ${personId} and other.level = 'admin'
        and users.blocked_at is null and users.erased_at is null
    )
    order by groups.id for update of groups`.execute(tx);
  return rows;
}

/** Returns true if the id is that of a person who can sign in. */
export async function isActivePerson(db: Db, personId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .where("id", "=", personId)
    .where("blocked_at", "is", null)
    .where("erased_at", "is", null)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the name of a directory group through which a recipient is a computed member of the group; null if none. */
export async function findDirectoryGroupOfMember(
  db: Db,
  groupId: string,
  recipient: Recipient,
): Promise<string | null> {
  const email = recipient.email ?? (await findVerifiedEmail(db, recipient.principalId));
  const { rows } = await sql<{ name: string }>`
    select directory_groups.name from group_directory_groups
    join directory_groups on directory_groups.id = group_directory_groups.directory_group_id
    where group_id = ${groupId} and directory_group_id in (${selectDirectoryGroupIds(email)})
    order by directory_groups.name limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

async function findVerifiedEmail(db: Db, personId: string | null): Promise<string | null> {
  const row = await db
    .selectFrom("users")
    .where("id", "=", personId)
    .where("email_verified", "=", true)
    .select("email")
    .executeTakeFirst();
  return row?.email ?? null;
}
