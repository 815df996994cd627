import { sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { GrantsTable } from "../../platform/db/schema.ts";
import { type ObjectType, tables } from "../access/service.ts";
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
    select principals.id as "ownerId", principals.kind as "ownerKind" from ${sql.table(tables[type])} as object
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
  /** Names the recipient in `revokeGrants`: a principal's id, the wire id of a group, or an invitation's address. */
  id: string;
  kind: "person" | "service" | "group" | "invitation";
  /** Null for an invitation. */
  name: string | null;
  /** Null for groups and services. */
  email: string | null;
  role: GrantRole;
}

/** Lists who has a grant for an object, without expired invitations, oldest first. */
export async function listStoredGrantees(db: Db, { type, id }: ObjectKey, now: Date): Promise<Grantee[]> {
  const { rows } = await sql<Grantee>`
    select coalesce(groups.wire_id, grants.principal_id, grants.email) as id,
      coalesce(principals.kind, 'invitation') as kind, coalesce(users.name, services.name, groups.name) as name,
      coalesce(users.email, grants.email) as email, grants.role
    from grants
    left join principals on principals.id = grants.principal_id
    left join users on users.id = grants.principal_id
    left join services on services.id = grants.principal_id
    left join groups on groups.id = grants.principal_id
    where object_type = ${type} and object_id = ${id} and (expires_at is null or expires_at > ${now})
    order by grants.created_at, coalesce(grants.principal_id, grants.email)`.execute(db);
  return rows;
}

export interface GrantTerms {
  grantedBy: string;
  now: Date;
  /** For a grant to an address that nobody has proven yet. */
  expiresAt: Date;
}

/** Stores a grant with this role, whatever role was stored before. */
export async function upsertGrant(
  tx: DbTransaction,
  { type, id }: ObjectKey,
  { recipient, role }: StoredGrant,
  { grantedBy, now, expiresAt }: GrantTerms,
): Promise<void> {
  const expires_at = recipient.email === null ? null : expiresAt;
  await tx
    .insertInto("grants")
    .values({
      object_type: type,
      object_id: id,
      principal_id: recipient.principalId,
      email: recipient.email,
      role,
      granted_by: grantedBy,
      created_at: now,
      expires_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["object_type", "object_id", recipient.email === null ? "principal_id" : "email"])
        .doUpdateSet({ role, granted_by: grantedBy, expires_at }),
    )
    .execute();
}

export async function deleteGrant(tx: DbTransaction, { type, id }: ObjectKey, recipient: Recipient): Promise<void> {
  await tx
    .deleteFrom("grants")
    .where("object_type", "=", type)
    .where("object_id", "=", id)
    .where((eb) =>
      recipient.email === null ? eb("principal_id", "=", recipient.principalId) : eb("email", "=", recipient.email),
    )
    .execute();
}
