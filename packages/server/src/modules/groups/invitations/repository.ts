import { sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import type { GrantsTable, GroupLevel } from "../../../platform/db/schema.ts";
import { getInvitationStart } from "./getInvitationExpiry.ts";

/** Locks the groups that have invited this address, in the order of their ids, and returns the ids. */
export async function lockInvitingGroups(tx: DbTransaction, email: string): Promise<string[]> {
  const rows = await tx
    .selectFrom("groups")
    .where("id", "in", (eb) => eb.selectFrom("group_members").where("email", "=", email).select("group_id"))
    .where("deleted_at", "is", null)
    .select("id")
    .orderBy("id")
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Moves the open invitations of these groups from the address to the principal, who keeps a higher level, and deletes
 * the expired ones. Returns what the invitations gave.
 */
export async function moveMembersToPrincipal(
  tx: DbTransaction,
  { groupIds, email, principalId, now }: { groupIds: readonly string[]; email: string; principalId: string; now: Date },
): Promise<{ groupId: string; level: GroupLevel }[]> {
  const { rows } = await sql<{ groupId: string; level: GroupLevel }>`
    with invitation as (
      delete from group_members where email = ${email} and group_id = any(${[...groupIds]}::text[])
      returning group_id, level, added_by, expires_at
    ), open as (select group_id, level, added_by from invitation where expires_at > ${now})
    insert into group_members (group_id, principal_id, level, added_by, created_at)
    select group_id, ${principalId}, level, added_by, ${now} from open
    on conflict (group_id, principal_id) do update set level = case
      when array_position(array['read', 'write', 'admin'], excluded.level)
        > array_position(array['read', 'write', 'admin'], group_members.level)
      then excluded.level else group_members.level end
    returning group_id as "groupId", level`.execute(tx);
  return rows;
}

/** Like `moveMembersToPrincipal`, for grants. */
export async function moveGrantsToPrincipal(
  tx: DbTransaction,
  { email, principalId, now }: { email: string; principalId: string; now: Date },
): Promise<{ objectType: string; objectId: string; role: GrantsTable["role"] }[]> {
  const { rows } = await sql<{ objectType: string; objectId: string; role: GrantsTable["role"] }>`
    with invitation as (
      delete from grants where email = ${email}
      returning object_type, object_id, role, granted_by, created_at, expires_at
    )
    insert into grants (object_type, object_id, principal_id, role, granted_by, created_at)
    select object_type, object_id, ${principalId}, role, granted_by, created_at from invitation where expires_at > ${now}
    on conflict (object_type, object_id, principal_id) do update set role = case
      when array_position(array['use', 'read', 'write'], excluded.role)
        > array_position(array['use', 'read', 'write'], grants.role)
      then excluded.role else grants.role end
    returning object_type as "objectType", object_id as "objectId", role`.execute(tx);
  return rows;
}

/** Makes the API keys that were delegated to the address act for the principal. Returns their ids. */
export async function moveKeysToPrincipal(
  tx: DbTransaction,
  { email, principalId, now }: { email: string; principalId: string; now: Date },
): Promise<string[]> {
  const rows = await tx
    .updateTable("api_keys")
    .set({ principal_id: principalId, delegate_email: null })
    .where("delegate_email", "=", email)
    .where("created_at", ">", getInvitationStart(now))
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes the invitations and the grants to addresses that have expired, and the API keys that nobody could use in time. */
export async function deleteExpiredInvitations(db: Db, now: Date): Promise<void> {
  await db.deleteFrom("group_members").where("expires_at", "<=", now).execute();
  await db.deleteFrom("grants").where("expires_at", "<=", now).execute();
  await db
    .deleteFrom("api_keys")
    .where("delegate_email", "is not", null)
    .where("created_at", "<=", getInvitationStart(now))
    .execute();
}
