import { type ApiKeyKind, type EditableRateLimit, generalAccount, type KeyScope } from "@lectern/contract";
import { type Insertable, type RawBuilder, type Selectable, sql } from "kysely";
import type { Actor } from "../../core/actor.ts";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import { prepared } from "../../platform/db/preparedStatements.ts";
import type { ApiKeysTable } from "../../platform/db/schema.ts";
import { getSubject, type OwnerId, selectGroupLevels } from "../access/service.ts";
import { selectDefaultAccountId } from "../accounts/service.ts";
import type { KeyRelations } from "./policy.ts";

export type InactiveReason = NonNullable<Selectable<ApiKeysTable>["reason"]>;

export interface Key {
  id: string;
  ownerId: string;
  kind: ApiKeyKind;
  /** Null until the person to whom it was delegated has signed in. */
  principalId: string | null;
  groupId: string | null;
  /** The account that pays: the one that was chosen, or else the owner's default. */
  accountId: string;
  name: string;
  description: string;
  scopes: KeyScope[];
  limitPeriod: string;
  /** US dollars. */
  limitRate: string;
  /** The last day (UTC) on which it is valid, such as `2027-01-31`. */
  expiresOn: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  deactivatedAt: Date | null;
  reason: InactiveReason | null;
}

const accountName = sql<string | null>`(
  select accounts.name from accounts where accounts.owner_id = api_keys.owner_id and accounts.id = api_keys.account_id)`;

/** An account that its owner has removed from the list pays for nothing more. */
const accountId = sql<string>`case
  when api_keys.account_id = ${sql.lit(generalAccount.id)} or ${accountName} is not null then api_keys.account_id
  else ${selectDefaultAccountId(sql.ref("api_keys.owner_id"))} end`;

const keyColumns = [
  "api_keys.id",
  "api_keys.owner_id as ownerId",
  "api_keys.kind",
  "api_keys.principal_id as principalId",
  "api_keys.group_id as groupId",
  accountId.as("accountId"),
  "api_keys.name",
  "api_keys.description",
  "api_keys.scopes",
  "api_keys.limit_period as limitPeriod",
  sql<string>`trim_scale(api_keys.limit_rate)::text`.as("limitRate"),
  sql<string | null>`api_keys.expires_on::text`.as("expiresOn"),
  "api_keys.created_at as createdAt",
  "api_keys.last_used_at as lastUsedAt",
  "api_keys.deactivated_at as deactivatedAt",
  "api_keys.reason",
] as const;

/** A key with the highest limit that it may have, which a site administrator has set for its group; null: none. */
export interface LimitedKey extends Key {
  maxLimit: EditableRateLimit | null;
}

/** Of a joined group. */
const maxLimit = sql<EditableRateLimit | null>`
  case when groups.key_limit_period is not null then jsonb_build_object(
    'period', groups.key_limit_period, 'rate', trim_scale(groups.key_limit_rate)::text) end`;

/** Finds the key with a secret's hash, also if it is not valid any more. */
export async function findKeyByHash(db: Db, keyHash: string): Promise<LimitedKey | undefined> {
  return db
    .selectFrom("api_keys")
    .leftJoin("groups", "groups.id", "api_keys.group_id")
    .where("key_hash", "=", keyHash)
    .select([...keyColumns, maxLimit.as("maxLimit")])
    .modifyEnd(prepared)
    .executeTakeFirst();
}

export interface VisibleKey extends LimitedKey, KeyRelations {
  sealedKey: string;
  /** The owner's address; null for the key of a group and of somebody who has been erased. */
  ownerEmail: string | null;
  delegateEmail: string | null;
  systemId: string | null;
  groupWireId: string | null;
  groupName: string | null;
}

/** Selects the keys that an actor owns, those that were delegated to the actor, and those of groups that the actor administers. */
function selectVisibleKeys(db: Db, actor: Actor) {
  const principalId = actor.principal.id;
  // Each has an index, and is false, not null, where a key has no such column.
  const isDelegate = sql<boolean>`(
    api_keys.kind = 'delegate' and api_keys.principal_id is not null and api_keys.principal_id = ${principalId})`;
  const administersGroup = sql<boolean>`(api_keys.group_id is not null and api_keys.group_id = any(array(
    select group_id from (${selectGroupLevels(getSubject(actor))}) as membership where level = 'admin')))`;
  return db
    .selectFrom("api_keys")
    .leftJoin("users as owner", "owner.id", "api_keys.owner_id")
    .leftJoin("users as delegate", (join) =>
      join.onRef("delegate.id", "=", "api_keys.principal_id").on("api_keys.kind", "=", "delegate"),
    )
    .leftJoin("services", "services.id", "api_keys.principal_id")
    .leftJoin("groups", "groups.id", "api_keys.group_id")
    .where((eb) => eb.or([eb("api_keys.owner_id", "=", principalId), isDelegate, administersGroup]))
    .select([
      ...keyColumns,
      "api_keys.sealed_key as sealedKey",
      sql<string | null>`nullif(owner.email, '')`.as("ownerEmail"),
      sql<string | null>`coalesce(nullif(delegate.email, ''), delegate_email)`.as("delegateEmail"),
      "services.wire_id as systemId",
      "groups.wire_id as groupWireId",
      "groups.name as groupName",
      maxLimit.as("maxLimit"),
      sql<boolean>`api_keys.owner_id = ${principalId}`.as("isOwner"),
      isDelegate.as("isDelegate"),
      administersGroup.as("administersGroup"),
    ]);
}

/** What a list shows besides the key itself. */
export interface ListedKey extends VisibleKey {
  accountName: string | null;
  isDefaultAccount: boolean;
  calls: number;
  /** US dollars, as an exact decimal. */
  cost: string;
}

interface ListOptions {
  /** Since when the usage counts. */
  usageFrom: Date;
  limit: number;
  /** Only the key with this uuid; null: all. */
  id?: string | null;
}

/** Lists the keys that an actor sees, the newest first. Those that are not deactivated are listed before the limit applies. */
export async function listVisibleKeys(
  db: Db,
  actor: Actor,
  { usageFrom, limit, id = null }: ListOptions,
): Promise<ListedKey[]> {
  const usage = (column: RawBuilder<unknown>) => sql`(
    select ${column} from usage
    where credential_id = api_keys.id and credential_id <> user_id and opened_at >= ${usageFrom})`;
  const newest = selectVisibleKeys(db, actor)
    .$if(id !== null, (query) => query.where("api_keys.id", "=", id))
    .select([
      sql<string | null>`(
        select accounts.name from accounts where accounts.owner_id = api_keys.owner_id and accounts.id = ${accountId}
      )`.as("accountName"),
      sql<boolean>`${accountId} = ${selectDefaultAccountId(sql.ref("api_keys.owner_id"))}`.as("isDefaultAccount"),
      sql<number>`${usage(sql`count(*)::integer`)}`.as("calls"),
      sql<string>`${usage(sql`coalesce(sum(cost), 0)::text`)}`.as("cost"),
    ])
    .orderBy(sql`api_keys.deactivated_at is not null`)
    .orderBy("api_keys.created_at", "desc")
    .orderBy("api_keys.id")
    .limit(limit);
  const keys = await newest.execute();
  return keys.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
}

/** Finds keys that an actor sees, by their uuids. */
export async function findVisibleKeys(db: Db, actor: Actor, ids: readonly string[]): Promise<VisibleKey[]> {
  return selectVisibleKeys(db, actor)
    .where(sql<boolean>`api_keys.id = any(${[...ids]}::text[])`)
    .execute();
}

/** Like `findVisibleKeys`, and locks their rows until the transaction ends. */
export async function lockVisibleKeys(tx: DbTransaction, actor: Actor, ids: readonly string[]): Promise<VisibleKey[]> {
  await sql`select id from api_keys where id = any(${[...ids]}::text[]) order by id for update`.execute(tx);
  return findVisibleKeys(tx, actor, ids);
}

/** Makes other transactions that create keys of this owner wait until this one ends. */
export async function lockKeysOfOwner(tx: DbTransaction, ownerId: OwnerId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`API keys of ${ownerId}`}, 0))`.execute(tx);
}

/** Counts the keys of an owner that are neither deactivated nor expired. */
export async function countActiveKeys(db: Db, ownerId: OwnerId, today: string): Promise<number> {
  const row = await db
    .selectFrom("api_keys")
    .where("owner_id", "=", ownerId)
    .where("deactivated_at", "is", null)
    .where(sql<boolean>`(expires_on is null or expires_on >= ${today}::date)`)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function insertKey(tx: DbTransaction, row: Insertable<ApiKeysTable>): Promise<void> {
  await tx.insertInto("api_keys").values(row).execute();
}

export type KeyChanges = Partial<Pick<Key, "accountId" | "expiresOn" | "limitPeriod" | "limitRate" | "scopes">>;

export async function updateKey(tx: DbTransaction, id: string, changes: KeyChanges): Promise<void> {
  const { accountId: newAccountId, expiresOn, limitPeriod, limitRate, scopes } = changes;
  await tx
    .updateTable("api_keys")
    .set({
      ...(newAccountId === undefined ? {} : { account_id: newAccountId }),
      ...(expiresOn === undefined ? {} : { expires_on: expiresOn }),
      ...(limitPeriod === undefined ? {} : { limit_period: limitPeriod }),
      ...(limitRate === undefined ? {} : { limit_rate: limitRate }),
      ...(scopes === undefined ? {} : { scopes: JSON.stringify(scopes) }),
    })
    .where("id", "=", id)
    .execute();
}

/** Deactivates a key. Returns false if it was inactive before. */
export async function deactivateKeyRow(
  tx: DbTransaction,
  id: string,
  { reason, now }: { reason: InactiveReason; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("api_keys")
    .set({ deactivated_at: now, reason })
    .where("id", "=", id)
    .where("deactivated_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Finds what the next key of a group gets from the last one, also if that is inactive, and the highest limit. Locks the
 * last one until the transaction ends.
 */
export async function findKeySettingsOfGroup(
  tx: DbTransaction,
  groupId: string,
): Promise<{ maxLimit: EditableRateLimit | null; lastKey: Pick<Key, "limitPeriod" | "limitRate" | "scopes"> | null }> {
  const [group, lastKey] = [
    await tx.selectFrom("groups").where("id", "=", groupId).select(maxLimit.as("maxLimit")).executeTakeFirst(),
    await tx
      .selectFrom("api_keys")
      .where("group_id", "=", groupId)
      .select(keyColumns)
      .orderBy(sql`deactivated_at is null`, "desc")
      .orderBy("created_at", "desc")
      .limit(1)
      // A limit that somebody is lowering must reach the next key.
      .forUpdate()
      .executeTakeFirst(),
  ];
  return { maxLimit: group?.maxLimit ?? null, lastKey: lastKey ?? null };
}

/** Deactivates the keys of a group, because another one takes their place. Returns their uuids. */
export async function deactivateKeysOfGroup(tx: DbTransaction, groupId: string, now: Date): Promise<string[]> {
  const rows = await tx
    .updateTable("api_keys")
    .set({ deactivated_at: now, reason: "replaced" })
    .where("group_id", "=", groupId)
    .where("deactivated_at", "is", null)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores that a key is used, at most once a minute. */
export async function markKeyUsed(db: Db, id: string, now: Date, usedBefore: Date): Promise<void> {
  await db
    .updateTable("api_keys")
    .set({ last_used_at: now })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<=", usedBefore)]))
    .execute();
}

/** Lists the system ids of a person's active system keys. */
export async function listSystemIdsOf(
  db: Db,
  ownerId: OwnerId,
  today: string,
): Promise<{ systemId: string; applicationName: string }[]> {
  return db
    .selectFrom("api_keys")
    .innerJoin("services", "services.id", "api_keys.principal_id")
    .where("api_keys.owner_id", "=", ownerId)
    .where("deactivated_at", "is", null)
    .where(sql<boolean>`(expires_on is null or expires_on >= ${today}::date)`)
    .select(["wire_id as systemId", "api_keys.name as applicationName"])
    .orderBy("api_keys.created_at", "desc")
    .orderBy("api_keys.id")
    .execute();
}

/** Finds the names of keys by their uuids, which usage rows have as `credential_id`. */
export async function listKeyNames(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("api_keys")
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .select(["id", "name"])
    .execute();
}

/** Deletes the keys of a person, and those that were delegated to the person. */
export async function deleteKeysOfPerson(db: Db, personId: string): Promise<void> {
  await db
    .deleteFrom("api_keys")
    .where((eb) => eb.or([eb("owner_id", "=", personId), eb("principal_id", "=", personId)]))
    .execute();
}
