import { type EditableRateLimit, limits, type RateLimit } from "@lectern/contract";
import { type Insertable, sql } from "kysely";
import type { ListPosition } from "../../core/listCursor.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import { escapeLike } from "../../platform/db/escapeLike.ts";
import type { GroupLevel, GroupsTable } from "../../platform/db/schema.ts";
import { isVisibleAtLevel, listObjectTables, type Subject, selectGroupLevels } from "../access/service.ts";

export interface Group {
  id: string;
  wireId: string;
  name: string;
  isPublic: boolean;
  isBuiltIn: boolean;
  types: string[];
  supportsAnalysis: boolean;
}

/** A group and the subject's level in it; null if the subject is no member. */
export type GroupWithLevel = Group & { level: GroupLevel | null };

const selectGroups = (db: Db, subject: Subject) =>
  db
    .selectFrom("groups")
    .leftJoin(sql<{ group_id: string; level: GroupLevel }>`(${selectGroupLevels(subject)})`.as("membership"), (join) =>
      join.onRef("membership.group_id", "=", "groups.id"),
    )
    .where("groups.deleted_at", "is", null)
    .select([
      "groups.id",
      "groups.wire_id as wireId",
      "groups.name",
      "groups.is_public as isPublic",
      "groups.is_built_in as isBuiltIn",
      "groups.types",
      "groups.supports_analysis as supportsAnalysis",
      "membership.level",
    ]);

/** Finds a group that is not deleted, whether or not the subject is a member. */
export async function findGroup(db: Db, subject: Subject, wireId: string): Promise<GroupWithLevel | undefined> {
  return selectGroups(db, subject).where("groups.wire_id", "=", wireId).executeTakeFirst();
}

/** Like `findGroup`, in no particular order. */
export async function findGroups(db: Db, subject: Subject, wireIds: readonly string[]): Promise<GroupWithLevel[]> {
  return selectGroups(db, subject).where(isNamed(wireIds)).execute();
}

/** Finds the principals' ids of groups, also of deleted ones. */
export async function findGroupIds(db: Db, wireIds: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom("groups").where(isNamed(wireIds)).select("id").execute();
  return rows.map(({ id }) => id);
}

const isNamed = (wireIds: readonly string[]) => sql<boolean>`wire_id = any(${[...wireIds]}::text[])`;

/** Like `findGroup`, and locks the group's row until the transaction ends. */
export async function lockGroup(
  tx: DbTransaction,
  subject: Subject,
  wireId: string,
): Promise<GroupWithLevel | undefined> {
  // The level is read by a second statement: it sees what transactions that held the lock have committed.
  await tx.selectFrom("groups").where("wire_id", "=", wireId).select("id").forUpdate().execute();
  return findGroup(tx, subject, wireId);
}

/** Locks the rows of groups in the order of an erasure, which locks several, too, so that neither waits for the other. */
export async function lockGroups(tx: DbTransaction, wireIds: readonly string[]): Promise<void> {
  await tx.selectFrom("groups").where(isNamed(wireIds)).select("id").orderBy("id").forUpdate().execute();
}

/** Lists the groups that the subject is a member of, by name. */
export async function listGroupsOf(db: Db, subject: Subject): Promise<(Group & { level: GroupLevel })[]> {
  return selectGroups(db, subject)
    .where("membership.level", "is not", null)
    .$narrowType<{ level: GroupLevel }>()
    .orderBy(sql`lower(groups.name)`)
    .orderBy("groups.id")
    .execute();
}

/** A group in a list, as one of its members sees it. */
export interface GroupSummary extends Group {
  level: GroupLevel;
  /** True if the subject is a stored member. */
  canLeave: boolean;
  /** The names of the directory groups of the group; null for members below `admin`. */
  directoryGroups: string[] | null;
  /** What the calls of its assistants may cost; null for members below `admin`. */
  rateLimit: RateLimit | null;
  /** Number of stored members and open invitations; null for members below `write`. */
  memberCount: number | null;
  /** The levels by address, wire id of a service or principal's id; null for members below `write`, or if there are many. */
  members: Record<string, GroupLevel> | null;
  /** The assistants that the subject may use or edit, by name. */
  assistants: { id: string; name: string }[];
}

/** Selects the groups that the subject is a member of. */
const selectSummaries = (db: Db, subject: Subject, now: Date) => {
  const visibleMembers = sql`
    from group_members left join users on users.id = principal_id left join services on services.id = principal_id
    where group_id = groups.id and (expires_at is null or expires_at > ${now}) and membership.level <> 'read'`;
  return selectGroups(db, subject)
    .where("membership.level", "is not", null)
    .$narrowType<{ level: GroupLevel }>()
    .select([
      sortText.as("sortText"),
      sql<boolean>`exists (
        select from group_members where group_id = groups.id and principal_id = ${subject.principalId})`.as("canLeave"),
      sql<string[] | null>`case when membership.level = 'admin' then ${directoryGroupNames} end`.as("directoryGroups"),
      sql<RateLimit | null>`case when membership.level = 'admin' then ${rateLimit} end`.as("rateLimit"),
      sql<number | null>`case when membership.level <> 'read' then (select count(*) ${visibleMembers}) end`.as(
        "memberCount",
      ),
      sql<Record<string, GroupLevel> | null>`(
        select jsonb_object_agg(name, level) from (
          select coalesce(nullif(users.email, ''), group_members.email, services.wire_id, principal_id) as name,
            group_members.level ${visibleMembers} limit ${limits.membersPerListedGroup + 1}
        ) as listed having count(*) <= ${limits.membersPerListedGroup})`.as("members"),
      sql<GroupSummary["assistants"]>`(
        select coalesce(
          jsonb_agg(jsonb_build_object('id', id, 'name', name) order by lower(assistants.name), id), '[]'::jsonb
        )
        from assistants where owner_id = groups.id and ${isVisibleAtLevel("assistant", sql`membership.level`)})`.as(
        "assistants",
      ),
    ]);
};

const sortText = sql<string>`lower(groups.name)`;
const rateLimit = sql<RateLimit>`
  jsonb_build_object('period', coalesce(limit_period, 'Unlimited'), 'rate', limit_rate)`;
const keyRateLimit = sql<EditableRateLimit>`jsonb_build_object(
  'period', coalesce(key_limit_period, 'Unlimited'), 'rate', coalesce(trim_scale(key_limit_rate)::text, '0'))`;
const directoryGroupNames = sql<string[]>`array(
  select directory_groups.name from group_directory_groups
  join directory_groups on directory_groups.id = directory_group_id
  where group_id = groups.id order by directory_groups.name
)`;

/** Lists the groups that the subject is a member of, by name, in one statement. */
export async function listGroupSummaries(
  db: Db,
  subject: Subject,
  now: Date,
  { after, limit }: { after: ListPosition | null; limit: number },
): Promise<(GroupSummary & ListPosition)[]> {
  const isAfter = after
    ? sql<boolean>`(${sortText}, groups.id) > (${after.sortText}::text, ${after.id}::text)`
    : sql<boolean>`true`;
  return selectSummaries(db, subject, now).where(isAfter).orderBy(sortText).orderBy("groups.id").limit(limit).execute();
}

/** Finds a group that the subject is a member of. */
export async function findGroupSummary(
  db: Db,
  subject: Subject,
  now: Date,
  wireId: string,
): Promise<GroupSummary | undefined> {
  return selectSummaries(db, subject, now).where("groups.wire_id", "=", wireId).executeTakeFirst();
}

interface GroupOverview extends Omit<Group, "isBuiltIn" | "types"> {
  /** The address of the person who created it; null if the person has been erased. */
  createdBy: string | null;
  directoryGroups: string[];
  memberCount: number;
}

/** Lists all groups with a part of a name, by name. */
export async function listAllGroups(
  db: Db,
  now: Date,
  { query, after, limit }: { query: string; after: ListPosition | null; limit: number },
): Promise<(GroupOverview & ListPosition)[]> {
  const matches = query === "" ? sql`true` : sql`${sortText} like lower(${`%${escapeLike(query)}%`}::text)`;
  const isAfter = after ? sql`(${sortText}, groups.id) > (${after.sortText}::text, ${after.id}::text)` : sql`true`;
  const { rows } = await sql<GroupOverview & ListPosition>`
    select groups.id, wire_id as "wireId", groups.name, is_public as "isPublic",
      supports_analysis as "supportsAnalysis", nullif(users.email, '') as "createdBy",
      ${directoryGroupNames} as "directoryGroups", ${sortText} as "sortText",
      (
        select count(*) from group_members
        where group_id = groups.id and (expires_at is null or expires_at > ${now})
      ) as "memberCount"
    from groups left join users on users.id = created_by
    where deleted_at is null and ${matches} and ${isAfter}
    order by ${sortText}, groups.id limit ${limit}`.execute(db);
  return rows;
}

export interface AdminGroup {
  wireId: string;
  name: string;
  createdBy: string | null;
  isPublic: boolean;
  supportsAnalysis: boolean;
  directoryGroups: string[];
  /** What the calls of its assistants may cost. */
  rateLimit: RateLimit;
  /** The highest limit that its API key may have. */
  keyRateLimit: EditableRateLimit;
  assistantCount: number;
  /** False if nobody who can sign in is its administrator. Site administrators administer the built-in group. */
  hasAdmin: boolean;
}

/** Lists all groups by name as site administrators see them in one table. `wireIds`: only these; null: all. */
export async function listAdminGroups(
  db: Db,
  { wireIds, limit }: { wireIds: readonly string[] | null; limit: number },
): Promise<AdminGroup[]> {
  const isListed = wireIds === null ? sql`true` : isNamed(wireIds);
  const { rows } = await sql<AdminGroup>`
    select wire_id as "wireId", groups.name, is_public as "isPublic", supports_analysis as "supportsAnalysis",
      nullif(users.email, '') as "createdBy", ${directoryGroupNames} as "directoryGroups", ${rateLimit} as "rateLimit",
      ${keyRateLimit} as "keyRateLimit",
      (
        select count(*)::int from assistants where owner_id = groups.id and assistants.deleted_at is null
      ) as "assistantCount",
      is_built_in or exists (
        select from group_members join users member on member.id = principal_id
        where group_id = groups.id and level = 'admin' and member.blocked_at is null and member.erased_at is null
      ) as "hasAdmin"
    from groups left join users on users.id = created_by
    where groups.deleted_at is null and ${isListed}
    order by ${sortText}, groups.id limit ${limit}`.execute(db);
  return rows;
}

export async function findBuiltInGroup(db: Db): Promise<{ id: string; wireId: string; name: string } | undefined> {
  return db
    .selectFrom("groups")
    .where("is_built_in", "=", true)
    .where("deleted_at", "is", null)
    .select(["id", "wire_id as wireId", "name"])
    .executeTakeFirst();
}

/** Makes other transactions that create the built-in group wait until this one ends. Returns the group's id if it exists. */
export async function lockBuiltInGroup(
  tx: DbTransaction,
): Promise<{ id: string; wireId: string; name: string } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('built-in group', 0))`.execute(tx);
  return tx
    .selectFrom("groups")
    .where("is_built_in", "=", true)
    .select(["id", "wire_id as wireId", "name"])
    .executeTakeFirst();
}

/** Returns true if somebody has created a group. */
export async function hasGroups(db: Db): Promise<boolean> {
  const group = await db
    .selectFrom("groups")
    .select("id")
    .where("is_built_in", "=", false)
    .where("deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return group !== undefined;
}

export async function renameGroup(tx: DbTransaction, groupId: string, name: string): Promise<void> {
  await tx.updateTable("groups").where("id", "=", groupId).set({ name }).execute();
}

export async function findBuiltInGroupName(db: Db): Promise<string | null> {
  const row = await db.selectFrom("groups").where("is_built_in", "=", true).select("name").executeTakeFirst();
  return row?.name ?? null;
}

/** Makes other transactions that create groups of this person wait until this one ends, so that names stay unique. */
export async function lockGroupNames(tx: DbTransaction, principalId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`group names of ${principalId}`}, 0))`.execute(tx);
}

/** Counts the groups that a person has created, with those that were deleted after this time. */
export async function countGroupsCreatedBy(db: Db, principalId: string, deletedAfter: Date): Promise<number> {
  const row = await db
    .selectFrom("groups")
    .where("created_by", "=", principalId)
    .where((eb) => eb.or([eb("deleted_at", "is", null), eb("deleted_at", ">", deletedAfter)]))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertGroup(tx: DbTransaction, row: Insertable<GroupsTable>): Promise<void> {
  await tx.insertInto("principals").values({ id: row.id, kind: "group" }).execute();
  await tx.insertInto("groups").values(row).execute();
}

export async function updateGroup(
  tx: DbTransaction,
  groupId: string,
  changes: { types?: readonly string[]; isPublic?: boolean; supportsAnalysis?: boolean; rateLimit?: RateLimit },
): Promise<void> {
  await tx
    .updateTable("groups")
    .set({
      ...(changes.types ? { types: JSON.stringify(changes.types) } : {}),
      ...(changes.isPublic === undefined ? {} : { is_public: changes.isPublic }),
      ...(changes.supportsAnalysis === undefined ? {} : { supports_analysis: changes.supportsAnalysis }),
      ...(changes.rateLimit ? { limit_period: changes.rateLimit.period, limit_rate: changes.rateLimit.rate } : {}),
    })
    .where("id", "=", groupId)
    .execute();
}

/** Stores the highest limit that the API key of a group may have, null for none. */
export async function storeKeyLimit(
  tx: DbTransaction,
  groupId: string,
  limit: EditableRateLimit | null,
): Promise<void> {
  await tx
    .updateTable("groups")
    .set({ key_limit_period: limit?.period ?? null, key_limit_rate: limit?.rate ?? null })
    .where("id", "=", groupId)
    .execute();
}

/** Locks the active keys of groups in the order of a change of several keys, so that neither waits for the other. */
export async function lockKeysOfGroups(tx: DbTransaction, wireIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom("api_keys")
    .innerJoin("groups", "groups.id", "api_keys.group_id")
    .where(isNamed(wireIds))
    .where("deactivated_at", "is", null)
    .select("api_keys.id")
    .orderBy("api_keys.id")
    .forUpdate("api_keys")
    .execute();
}

/** Finds the active key of a group with its limit, and locks its row until the transaction ends. */
export async function lockKeyOfGroup(
  tx: DbTransaction,
  groupId: string,
): Promise<{ id: string; limit: EditableRateLimit } | undefined> {
  return tx
    .selectFrom("api_keys")
    .where("group_id", "=", groupId)
    .where("deactivated_at", "is", null)
    .select([
      "id",
      sql<EditableRateLimit>`jsonb_build_object('period', limit_period, 'rate', trim_scale(limit_rate)::text)`.as(
        "limit",
      ),
    ])
    .forUpdate()
    .executeTakeFirst();
}

export async function storeLimitOfKey(tx: DbTransaction, keyId: string, limit: EditableRateLimit): Promise<void> {
  await tx
    .updateTable("api_keys")
    .set({ limit_period: limit.period, limit_rate: limit.rate })
    .where("id", "=", keyId)
    .execute();
}

/** Lists the owners of the objects for which a group has grants. They need not be members. */
export async function listOwnersOfGrants(tx: DbTransaction, groupId: string): Promise<string[]> {
  const owners = listObjectTables().map(
    ([type, table]) => sql`
      select object.owner_id from grants join ${sql.table(table)} as object on object.id = grants.object_id
      where grants.object_type = ${type} and grants.principal_id = ${groupId}`,
  );
  const { rows } = await sql<{ owner_id: string }>`${sql.join(owners, sql` union `)}`.execute(tx);
  return rows.map(({ owner_id }) => owner_id);
}

/** Ends the memberships of a group, the grants to it and its API key. The row stays for usage, the audit log and its files. */
export async function markGroupDeleted(tx: DbTransaction, groupId: string, now: Date): Promise<void> {
  await tx.updateTable("groups").set({ deleted_at: now }).where("id", "=", groupId).execute();
  await tx.deleteFrom("group_members").where("group_id", "=", groupId).execute();
  await tx.deleteFrom("group_directory_groups").where("group_id", "=", groupId).execute();
  await tx.deleteFrom("grants").where("principal_id", "=", groupId).execute();
  await tx
    .updateTable("api_keys")
    .set({ deactivated_at: now, reason: "deactivated" })
    .where("group_id", "=", groupId)
    .where("deactivated_at", "is", null)
    .execute();
}

/**
 * Lists files of groups that were deleted before this time, by id, from the first one after `after`. `groupId` of a file
 * is the wire id.
 */
export async function listFilesOfDeletedGroups(
  db: Db,
  { deletedBefore, after, limit }: { deletedBefore: Date; after: string; limit: number },
): Promise<{ id: string; owner_id: string }[]> {
  return db
    .selectFrom("groups")
    .innerJoin("files", (join) =>
      join.on((eb) =>
        eb.or([eb("files.owner_id", "=", eb.ref("groups.id")), eb("files.group_id", "=", eb.ref("groups.wire_id"))]),
      ),
    )
    .where("groups.deleted_at", "<", deletedBefore)
    .where("files.id", ">", after)
    .select(["files.id", "files.owner_id"])
    .orderBy("files.id")
    .limit(limit)
    .execute();
}
