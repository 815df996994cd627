import { sql } from "kysely";
import { foldEmail } from "../../../core/email.ts";
import type { ListPosition } from "../../../core/listCursor.ts";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import { escapeLike } from "../../../platform/db/escapeLike.ts";
import type { GroupLevel } from "../../../platform/db/schema.ts";
import { joinVisibility, type Subject, selectDirectoryGroupIds } from "../../access/service.ts";
import type { Recipient } from "../../principals/service.ts";

export interface StoredMember {
  recipient: Recipient;
  level: GroupLevel;
}

export interface MemberProfile {
  /** The principal's id or the address of an invitation: names the member in `resolveMembers`. */
  id: string;
  /** `address`: the viewer must not learn whether somebody has signed in with it. */
  kind: "person" | "service" | "invitation" | "address";
  /** A person's or an invitation's address; null for a service. */
  email: string | null;
  /** A person's or a service's name; null for an invitation or an address. */
  name: string | null;
  /** A service's wire id. */
  systemId: string | null;
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
  return (await listMembersOfGroups(db, [groupId], { now, limit: null })).map(({ member }) => member);
}

/** Lists the stored members of groups, without expired invitations, at most `limit` in all. */
export async function listMembersOfGroups(
  db: Db,
  groupIds: readonly string[],
  { now, limit }: { now: Date; limit: number | null },
): Promise<{ groupId: string; member: StoredMember }[]> {
  const { rows } = await sql<{ groupId: string; principalId: string | null; email: string | null; level: GroupLevel }>`
    select group_id as "groupId", principal_id as "principalId", email, level from group_members
    where group_id = any(${[...groupIds]}::text[]) and (expires_at is null or expires_at > ${now})
    limit ${limit}`.execute(db);
  return rows.flatMap(({ groupId, principalId, email, level }): { groupId: string; member: StoredMember }[] => {
    if (principalId !== null) return [{ groupId, member: { recipient: { principalId, email: null }, level } }];
    return email === null ? [] : [{ groupId, member: { recipient: { principalId: null, email }, level } }];
  });
}

/** Finds the stored members of groups, and whether there may be computed ones. Ignores ids of other principals. */
export async function findMembersOfGroups(
  db: Db,
  principalIds: readonly string[],
): Promise<{ memberIds: string[]; haveComputedMembers: boolean }> {
  const { rows } = await sql<{ memberId: string | null }>`
    select principal_id as "memberId" from group_members
    where group_id = any(${[...principalIds]}::text[]) and principal_id is not null
    union
    select null from groups where id = any(${[...principalIds]}::text[])
      and (is_public or exists (select from group_directory_groups where group_id = groups.id))`.execute(db);
  const memberIds = rows.flatMap(({ memberId }) => memberId ?? []);
  return { memberIds, haveComputedMembers: memberIds.length < rows.length };
}

interface ProfilePage {
  /** A part of the name, the address or a service's wire id; empty: everybody. */
  query: string;
  after: ListPosition | null;
  limit: number;
  now: Date;
  /** Whose shared groups decide of whom more than the address is shown; null: of everybody. */
  viewer: Subject | null;
}

/**
 * Lists the stored members of a group as they are shown to its writers, by address, in one statement. `total`: the number
 * of members that match.
 */
export async function listMemberProfiles(
  db: Db,
  groupId: string,
  { query, after, limit, now, viewer }: ProfilePage,
): Promise<(MemberProfile & ListPosition & { total: number })[]> {
  const pattern = `%${escapeLike(query)}%`;
  const matches =
    query === ""
      ? sql`true`
      : sql`(
          email like ${foldEmail(pattern)} or lower(name) like lower(${pattern}::text)
          or lower("systemId") like lower(${pattern}::text)
        )`;
  const isAfter = after
    ? sql`("sortText", id collate "C") > (${after.sortText}::text collate "C", ${after.id}::text collate "C")`
    : sql`true`;
  const { rows } = await sql<MemberProfile & ListPosition & { total: number }>`
    with profiles as (
      select
        case
          when is_known or users.email_verified is not true then coalesce(principal_id, group_members.email)
          else users.email
        end as id,
        case
          when services.id is not null then 'service'
          when not is_known then 'address'
          when principal_id is null then 'invitation'
          else 'person'
        end as kind,
        coalesce(users.email, group_members.email) as email,
        case when is_known or services.id is not null then coalesce(users.name, services.name) end as name,
        services.wire_id as "systemId",
        group_members.level,
        coalesce(users.email, group_members.email, services.wire_id) collate "C" as "sortText"
      from group_members
      left join users on users.id = principal_id
      left join services on services.id = principal_id
      ${joinVisibility(viewer)}
      where group_id = ${groupId} and (expires_at is null or expires_at > ${now})
    ), matching as (select * from profiles where ${matches})
    select *, (select count(*) from matching) as total from matching
    where ${isAfter} order by "sortText", id collate "C" limit ${limit}`.execute(db);
  return rows;
}

/**
 * Stores members and invitations with their levels, whatever levels were stored before. Each recipient occurs once.
 * `addedBy` is stored for new ones only.
 */
export async function upsertMembers(
  tx: DbTransaction,
  groupId: string,
  members: readonly StoredMember[],
  { addedBy, now, expiresAt }: { addedBy: string | null; now: Date; expiresAt: Date },
): Promise<void> {
  const { principals, invitations } = separateInvitations(members);
  if (principals.length > 0) {
    await sql`
      insert into group_members (group_id, principal_id, level, added_by, created_at)
      select ${groupId}, principal_id, level, ${addedBy}, ${now} from ${toRows(principals)} as member (principal_id, level)
      on conflict (group_id, principal_id) do update set level = excluded.level`.execute(tx);
  }
  if (invitations.length > 0) {
    await sql`
      insert into group_members (group_id, email, level, added_by, created_at, expires_at)
      select ${groupId}, email, level, ${addedBy}, ${now}, ${expiresAt} from ${toRows(invitations)} as invitation (email, level)
      on conflict (group_id, email) do update set level = excluded.level, expires_at = excluded.expires_at`.execute(tx);
  }
}

interface NamedLevel {
  name: string;
  level: GroupLevel;
}

function separateInvitations(members: readonly StoredMember[]): {
  principals: NamedLevel[];
  invitations: NamedLevel[];
} {
  const principals: NamedLevel[] = [];
  const invitations: NamedLevel[] = [];
  for (const { recipient, level } of members) {
    if (recipient.principalId === null) invitations.push({ name: recipient.email, level });
    else principals.push({ name: recipient.principalId, level });
  }
  return { principals, invitations };
}

const toRows = (members: readonly NamedLevel[]) =>
  sql`unnest(${members.map(({ name }) => name)}::text[], ${members.map(({ level }) => level)}::text[])`;

export async function deleteMembers(
  tx: DbTransaction,
  groupId: string,
  members: readonly StoredMember[],
): Promise<void> {
  const { principals, invitations } = separateInvitations(members);
  const ids = principals.map(({ name }) => name);
  const emails = invitations.map(({ name }) => name);
  await sql`
    delete from group_members
    where group_id = ${groupId} and (principal_id = any(${ids}::text[]) or email = any(${emails}::text[]))`.execute(tx);
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
    ${selectGroupsOfOnlyAdministrator(personId)} order by groups.id for update of groups`.execute(tx);
  return rows;
}

/** Lists the names of the groups that `lockGroupsOfOnlyAdministrator` finds, in their order. */
export async function listGroupsOfOnlyAdministrator(db: Db, personId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (${selectGroupsOfOnlyAdministrator(personId)}) as found order by lower(name), id`.execute(db);
  return rows.map(({ name }) => name);
}

const selectGroupsOfOnlyAdministrator = (personId: string) => sql<{ id: string; name: string }>`
  select groups.id, groups.name from groups
  join group_members mine on mine.group_id = groups.id and mine.principal_id = ${personId} and mine.level = 'admin'
  where groups.deleted_at is null and ${hasNoOtherAdministrator(personId)}`;

/** True for a row of `groups` that nobody but the person administers who can sign in. */
const hasNoOtherAdministrator = (personId: string) => sql<boolean>`not exists (
  select from group_members other join users on users.id = other.principal_id
  where other.group_id = groups.id and other.principal_id <> ${personId} and other.level = 'admin'
    and users.blocked_at is null and users.erased_at is null
)`;

export interface StoredMembership {
  name: string;
  level: GroupLevel;
  isOnlyAdministrator: boolean;
}

/** Lists the groups with a stored membership of a person, by name, and counts all of them. */
export async function listStoredMemberships(
  db: Db,
  personId: string,
  limit: number,
): Promise<{ groups: StoredMembership[]; count: number }> {
  const { rows } = await sql<StoredMembership & { count: number }>`
    select groups.name, mine.level, count(*) over ()::integer as count,
      mine.level = 'admin' and ${hasNoOtherAdministrator(personId)} as "isOnlyAdministrator"
    from group_members mine join groups on groups.id = mine.group_id
    where mine.principal_id = ${personId} and groups.deleted_at is null
    order by lower(groups.name), groups.id limit ${limit}`.execute(db);
  const groups = rows.map(({ name, level, isOnlyAdministrator }) => ({ name, level, isOnlyAdministrator }));
  return { groups, count: rows[0]?.count ?? 0 };
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

/**
 * Finds the name of a directory group through which one of the recipients is a computed member; null if none is.
 * `seenBy`: only lists that contain this subject, too; null: all.
 */
export async function findDirectoryGroupOfMembers(
  db: Db,
  groupId: string,
  recipients: readonly Recipient[],
  seenBy: Subject | null,
): Promise<string | null> {
  const ids = recipients.flatMap(({ principalId }) => principalId ?? []);
  const emails = recipients.flatMap(({ email }) => email ?? []);
  const isSeen = seenBy ? sql`directory_groups.id in (${selectDirectoryGroupIds(seenBy.email)})` : sql`true`;
  const { rows } = await sql<{ name: string }>`
    select directory_groups.name from (
      select email from unnest(${emails}::text[]) as invited (email)
      union all select email from users where id = any(${ids}::text[]) and email_verified
    ) as person
    cross join lateral (${selectDirectoryGroupIds(sql`person.email`)}) as containing (id)
    join group_directory_groups on directory_group_id = containing.id and group_id = ${groupId}
    join directory_groups on directory_groups.id = containing.id
    where ${isSeen}
    order by directory_groups.name limit 1`.execute(db);
  return rows[0]?.name ?? null;
}
