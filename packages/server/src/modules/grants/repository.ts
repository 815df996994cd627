import { sql } from "kysely";
import type { ListPosition } from "../../core/listCursor.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { GrantsTable } from "../../platform/db/schema.ts";
import { getTable, joinVisibility, type ObjectType, type Subject } from "../access/service.ts";
import type { Recipient } from "../principals/service.ts";

export type GrantRole = GrantsTable["role"];

export interface ObjectKey {
  type: ObjectType;
  id: string;
}

export interface StoredGrant {
  recipient: Recipient;
  role: GrantRole;
}

export interface ObjectOwner {
  ownerId: string;
  ownerKind: "person" | "group" | "service";
}

/** Finds an object's owner, and locks the object's row until the transaction ends. */
export async function lockObject(tx: DbTransaction, { type, id }: ObjectKey): Promise<ObjectOwner | undefined> {
  const { rows } = await sql<ObjectOwner>`
    select principals.id as "ownerId", principals.kind as "ownerKind" from ${sql.table(getTable(type))} as object
    join principals on principals.id = object.owner_id
    where object.id = ${id} for update of object`.execute(tx);
  return rows[0];
}

/** Lists the grants of an object, without expired ones, oldest first. */
export async function listStoredGrants(db: Db, { type, id }: ObjectKey, now: Date): Promise<StoredGrant[]> {
  const rows = await db
    .selectFrom("grants")
    .where("object_type", "=", type)
    .where("object_id", "=", id)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .select(["principal_id", "email", "role"])
    .orderBy("created_at")
    .orderBy(sql`coalesce(principal_id, email)`)
    .execute();
  return rows.flatMap(({ principal_id: principalId, email, role }): StoredGrant[] => {
    if (principalId !== null) return [{ recipient: { principalId, email: null }, role }];
    return email === null ? [] : [{ recipient: { principalId: null, email }, role }];
  });
}

/** Who has a grant, as the owner of the object sees it. */
export interface Grantee {
  /** Names the recipient in `revokeGrants`: a principal's id, the wire id of a group, or an address. */
  id: string;
  /** `address`: the viewer must not learn whether somebody has signed in with it. */
  kind: "person" | "service" | "group" | "invitation" | "address";
  /** Null for an invitation or an address. */
  name: string | null;
  /** Null for groups and services. */
  email: string | null;
  role: GrantRole;
}

/**
 * Lists who has a grant for an object, without expired invitations, by name, in one statement. `total`: of all pages.
 * `viewer`: whose shared groups decide of whom more than the address is shown; null: of everybody.
 */
export async function listStoredGrantees(
  db: Db,
  { type, id }: ObjectKey,
  { viewer, now, after, limit }: { viewer: Subject | null; now: Date; after: ListPosition | null; limit: number },
): Promise<(Grantee & ListPosition & { total: number })[]> {
  const isAfter = after
    ? sql`("sortText", id collate "C") > (${after.sortText}::text collate "C", ${after.id}::text collate "C")`
    : sql`true`;
  const { rows } = await sql<Grantee & ListPosition & { total: number }>`
    with grantees as (
      select
        case
          when is_known or users.email_verified is not true
            then coalesce(groups.wire_id, grants.principal_id, grants.email)
          else users.email
        end as id,
        case
          when principals.kind in ('service', 'group') then principals.kind
          when not is_known then 'address'
          else coalesce(principals.kind, 'invitation')
        end as kind,
        coalesce(person.name, services.name, groups.name) as name,
        coalesce(users.email, grants.email) as email, grants.role,
        lower(coalesce(
          nullif(person.name, ''), services.name, groups.name, users.email, grants.email, ''
        )) collate "C" as "sortText"
      from grants
      left join principals on principals.id = grants.principal_id
      left join users on users.id = grants.principal_id
      left join services on services.id = grants.principal_id
      left join groups on groups.id = grants.principal_id
      ${joinVisibility(viewer)}
      cross join lateral (select case when is_known then users.name end as name) as person
      where object_type = ${type} and object_id = ${id} and (expires_at is null or expires_at > ${now})
    )
    select *, (select count(*) from grantees) as total from grantees
    where ${isAfter} order by "sortText", id collate "C" limit ${limit}`.execute(db);
  return rows;
}

export interface GrantTerms {
  grantedBy: string;
  now: Date;
  /** For a grant to an address that nobody has proven yet. */
  expiresAt: Date;
}

/** Stores grants of one role, whatever roles were stored before. Each recipient occurs once. */
export async function upsertGrants(
  tx: DbTransaction,
  { type, id }: ObjectKey,
  { recipients, role }: { recipients: readonly Recipient[]; role: GrantRole },
  { grantedBy, now, expiresAt }: GrantTerms,
): Promise<void> {
  const { principalIds, emails } = separateInvitations(recipients);
  if (principalIds.length > 0) {
    await sql`
      insert into grants (object_type, object_id, principal_id, role, granted_by, created_at)
      select ${type}, ${id}, principal_id, ${role}, ${grantedBy}, ${now}
      from unnest(${principalIds}::text[]) as recipient (principal_id)
      on conflict (object_type, object_id, principal_id)
        do update set role = excluded.role, granted_by = excluded.granted_by, expires_at = null`.execute(tx);
  }
  if (emails.length > 0) {
    await sql`
      insert into grants (object_type, object_id, email, role, granted_by, created_at, expires_at)
      select ${type}, ${id}, email, ${role}, ${grantedBy}, ${now}, ${expiresAt}
      from unnest(${emails}::text[]) as invitation (email)
      on conflict (object_type, object_id, email)
        do update set role = excluded.role, granted_by = excluded.granted_by, expires_at = excluded.expires_at`.execute(
      tx,
    );
  }
}

export async function deleteGrants(
  tx: DbTransaction,
  { type, id }: ObjectKey,
  recipients: readonly Recipient[],
): Promise<void> {
  const { principalIds, emails } = separateInvitations(recipients);
  await sql`
    delete from grants where object_type = ${type} and object_id = ${id}
      and (principal_id = any(${principalIds}::text[]) or email = any(${emails}::text[]))`.execute(tx);
}

function separateInvitations(recipients: readonly Recipient[]): { principalIds: string[]; emails: string[] } {
  return {
    principalIds: recipients.flatMap(({ principalId }) => principalId ?? []),
    emails: recipients.flatMap(({ email }) => email ?? []),
  };
}
