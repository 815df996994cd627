import { type Insertable, sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import type { DirectoryGroupsTable } from "../../../platform/db/schema.ts";
import { selectDirectoryGroupIds } from "../../access/service.ts";

export interface DirectoryGroup {
  id: string;
  name: string;
  /** Number of addresses that the list itself contains. */
  memberCount: number;
  /** Names of the lists that it includes. */
  includes: string[];
}

/**
 * Makes other transactions that change the lists or which of them include one another wait until this one ends, as those
 * that store the names of lists. It goes before every other lock.
 */
export async function lockIncludes(tx: DbTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(includesLockKey)})`.execute(tx);
}

/** An arbitrary number. */
const includesLockKey = 7_301_196;

export async function listDirectoryGroups(db: Db): Promise<DirectoryGroup[]> {
  const { rows } = await sql<DirectoryGroup>`
    select id, name,
      (select count(*) from directory_group_members where directory_group_id = directory_groups.id) as "memberCount",
      array(
        select included.name from directory_group_includes
        join directory_groups included on included.id = included_id
        where directory_group_id = directory_groups.id order by included.name
      ) as includes
    from directory_groups order by name`.execute(db);
  return rows;
}

/** Returns false, and inserts nothing, if another list has the name. */
export async function insertDirectoryGroup(tx: DbTransaction, row: Insertable<DirectoryGroupsTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("directory_groups")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Locks the list's row until the transaction ends, and returns the list's id. */
export async function lockDirectoryGroup(tx: DbTransaction, name: string): Promise<string | null> {
  const row = await tx
    .selectFrom("directory_groups")
    .where("name", "=", name)
    .select("id")
    .forUpdate()
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findDirectoryGroupIds(db: Db, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  return names.length === 0
    ? []
    : db.selectFrom("directory_groups").where("name", "in", names).select(["id", "name"]).execute();
}

/** Like `findDirectoryGroupIds`, of the lists that contain an address and those that the group has. */
export async function findSelectableDirectoryGroupIds(
  db: Db,
  { groupId, names, email }: { groupId: string; names: readonly string[]; email: string | null },
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from directory_groups where name = any(${[...names]}::text[]) and (
      id in (${selectDirectoryGroupIds(email)})
      or id in (select directory_group_id from group_directory_groups where group_id = ${groupId})
    )`.execute(db);
  return rows;
}

export async function deleteDirectoryGroup(tx: DbTransaction, id: string): Promise<void> {
  await tx.deleteFrom("directory_groups").where("id", "=", id).execute();
}

/** Adds and removes addresses, which are in lower case. Returns how many rows changed. */
export async function changeAddresses(
  tx: DbTransaction,
  id: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<{ addedCount: number; removedCount: number }> {
  const removed = await sql`
    delete from directory_group_members
    where directory_group_id = ${id} and email = any(${[...remove]}::text[])`.execute(tx);
  const added = await sql`
    insert into directory_group_members (directory_group_id, email)
    select ${id}, email from unnest(${[...add]}::text[]) as email
    on conflict do nothing`.execute(tx);
  return {
    addedCount: Number(added.numAffectedRows ?? 0),
    removedCount: Number(removed.numAffectedRows ?? 0),
  };
}

export async function replaceIncludes(tx: DbTransaction, id: string, includedIds: readonly string[]): Promise<void> {
  await tx.deleteFrom("directory_group_includes").where("directory_group_id", "=", id).execute();
  if (includedIds.length === 0) return;
  await tx
    .insertInto("directory_group_includes")
    .values(includedIds.map((included_id) => ({ directory_group_id: id, included_id })))
    .execute();
}

/** Returns true if a list includes itself, directly or through others. */
export async function includesItself(tx: DbTransaction, id: string): Promise<boolean> {
  const { rows } = await sql`
    with recursive included (id) as (
      select included_id from directory_group_includes where directory_group_id = ${id}
      union
      select included_id from directory_group_includes
      join included on directory_group_includes.directory_group_id = included.id
    ) select from included where id = ${id}`.execute(tx);
  return rows.length > 0;
}

export async function listDirectoryGroupsOfGroup(db: Db, groupId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("group_directory_groups")
    .innerJoin("directory_groups", "directory_groups.id", "directory_group_id")
    .where("group_id", "=", groupId)
    .select("directory_groups.name")
    .orderBy("directory_groups.name")
    .execute();
  return rows.map(({ name }) => name);
}

/** Removes the other directory groups of a group, and adds these. Those that the group has already stay as they are. */
export async function replaceDirectoryGroupsOfGroup(
  tx: DbTransaction,
  groupId: string,
  { ids, addedBy }: { ids: readonly string[]; addedBy: string },
): Promise<void> {
  await sql`
    delete from group_directory_groups
    where group_id = ${groupId} and directory_group_id <> all(${[...ids]}::text[])`.execute(tx);
  await sql`
    insert into group_directory_groups (group_id, directory_group_id, added_by)
    select ${groupId}, id, ${addedBy} from unnest(${[...ids]}::text[]) as id
    on conflict do nothing`.execute(tx);
}

export interface DirectoryGroupContent {
  groupName: string;
  members: string[];
  /** The address of who created it; null if the person has been erased. */
  createdBy: string | null;
  includeFromOtherGroups: string[];
}

/** Lists all groups with their addresses, by name. */
export async function listDirectoryGroupContents(db: Db): Promise<DirectoryGroupContent[]> {
  const { rows } = await sql<DirectoryGroupContent>`
    select directory_groups.name as "groupName", nullif(users.email, '') as "createdBy",
      array(
        select email from directory_group_members where directory_group_id = directory_groups.id order by email
      ) as members,
      array(
        select included.name from directory_group_includes
        join directory_groups included on included.id = included_id
        where directory_group_id = directory_groups.id order by included.name
      ) as "includeFromOtherGroups"
    from directory_groups left join users on users.id = created_by
    order by directory_groups.name`.execute(db);
  return rows;
}

/** Removes the addresses that are not among these, which are in lower case, and adds the missing ones. */
export async function replaceAddresses(tx: DbTransaction, id: string, emails: readonly string[]): Promise<void> {
  await sql`
    delete from directory_group_members
    where directory_group_id = ${id} and email <> all(${[...emails]}::text[])`.execute(tx);
  await changeAddresses(tx, id, { add: emails, remove: [] });
}
