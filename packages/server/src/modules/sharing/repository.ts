import {
  limits,
  type ReceivedShare,
  type SentShare,
  type ShareCounts,
  type ShareLink,
  type ShareRecipient,
} from "@lectern/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { type OwnerId, type Scope, type Subject, selectGroupLevels, selectRelatedIds } from "../access/service.ts";

export interface NewShare {
  id: string;
  ownerId: OwnerId;
  note: string;
  counts: ShareCounts;
  itemNames: readonly string[];
  content: string;
  promptIds: readonly string[];
  fileIds: readonly string[];
  createdAt: Date;
  expiresAt: Date;
  /** See `SharesTable`. */
  linkTitle: string | null;
}

/** Stores a snapshot. Returns false if its owner has too many. */
export async function insertShare(db: Db, share: NewShare): Promise<boolean> {
  const { id, ownerId, note, counts, itemNames, content, promptIds, fileIds, createdAt, expiresAt, linkTitle } = share;
  const { rows } = await sql`
    insert into shares (id, owner_id, note, counts, item_names, content, prompt_ids, file_ids, created_at, expires_at, link_title)
    select ${id}, ${ownerId}, ${note}, ${JSON.stringify(counts)}::jsonb, ${[...itemNames]}::text[],
      ${content}, ${[...promptIds]}::text[],
      ${[...fileIds]}::text[], ${createdAt}, ${expiresAt}, ${linkTitle}
    where (select count(*) from shares where owner_id = ${ownerId} and expires_at > ${createdAt}) < ${limits.sharesPerPerson}
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Deletes a snapshot with its grants and receipts. Returns false if there is none in the scope. */
export async function deleteShare(db: Db, scope: Scope<"share">, id: string): Promise<boolean> {
  const { rows } = await sql`delete from shares where id = ${id} and ${scope.where} returning 1`.execute(db);
  return rows.length > 0;
}

export interface ReceivedSnapshot {
  owner_id: string;
  content: string;
  promptIds: string[];
  fileIds: string[];
}

/**
 * Returns a snapshot that is in the scope, has not expired, and was not removed by this recipient; never that of a link.
 */
export async function findReceivedSnapshot(
  db: Db,
  scope: Scope<"share">,
  { id, principalId, now }: { id: string; principalId: string; now: Date },
): Promise<ReceivedSnapshot | null> {
  const { rows } = await sql<ReceivedSnapshot>`
    select owner_id, content, prompt_ids as "promptIds", file_ids as "fileIds" from shares
    where ${isReceived(scope, { id, principalId, now })}`.execute(db);
  return rows[0] ?? null;
}

/** True if `findReceivedSnapshot` would return the snapshot, which this does not read. */
export async function hasReceivedSnapshot(
  db: Db,
  scope: Scope<"share">,
  recipient: { id: string; principalId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`select from shares where ${isReceived(scope, recipient)}`.execute(db);
  return rows.length > 0;
}

const isReceived = (
  scope: Scope<"share">,
  { id, principalId, now }: { id: string; principalId: string; now: Date },
) => sql<boolean>`
  id = ${id} and expires_at > ${now} and link_title is null and ${scope.where}
  and not exists (select from users where users.id = owner_id and erased_at is not null)
  and not exists (
    select from share_receipts
    where share_id = shares.id and principal_id = ${principalId} and removed_at is not null
  )`;

interface LinkedSnapshot {
  content: string;
  /** The name of its owner. */
  shared_by: string;
  created_at: Date;
}

/** Returns what a link in the scope opens, unless it has expired or its owner is blocked or erased. */
export async function findLinked(
  db: Db,
  scope: Scope<"share">,
  { id, now }: { id: string; now: Date },
): Promise<LinkedSnapshot | null> {
  const { rows } = await sql<LinkedSnapshot>`
    select content, coalesce(users.name, services.name, '') as shared_by, shares.created_at
    from shares
    left join users on users.id = shares.owner_id
    left join services on services.id = shares.owner_id
    where shares.id = ${id} and expires_at > ${now} and ${scope.where}
      and users.blocked_at is null and users.erased_at is null`.execute(db);
  return rows[0] ?? null;
}

export type ReceiptColumn = "opened_at" | "imported_at" | "removed_at";

/**
 * Records what a recipient has done with a snapshot in the scope, unless it is recorded already. Returns the owner if
 * this is new.
 */
export async function recordReceipt(
  db: Db,
  scope: Scope<"share">,
  { id, principalId, now, column }: { id: string; principalId: string; now: Date; column: ReceiptColumn },
): Promise<string | null> {
  const name = sql.ref(column);
  const { rows } = await sql<{ owner_id: string }>`
    with share as (
      select id, owner_id from shares where id = ${id} and owner_id <> ${principalId} and ${scope.where}
    ), receipt as (
      insert into share_receipts (share_id, principal_id, ${name}) select id, ${principalId}, ${now} from share
      on conflict (share_id, principal_id) do update set ${name} = excluded.${name}
        where share_receipts.${name} is null
      returning share_id
    )
    select owner_id from share join receipt on share_id = id`.execute(db);
  return rows[0]?.owner_id ?? null;
}

/** Lists the snapshots that others share with the subject, newest first. */
export async function listReceived(db: Db, subject: Subject, now: Date): Promise<ReceivedShare[]> {
  const { rows } = await sql<{
    id: string;
    shared_by: string | null;
    sender_name: string;
    names: string[];
    note: string;
    counts: ShareCounts;
    file_count: number;
    created_at: Date;
    expires_at: Date;
    opened_at: Date | null;
    imported_at: Date | null;
  }>`
    with my_groups as materialized (${selectGroupLevels(subject)})
    select shares.id, users.email as shared_by, users.name as sender_name, note, counts,
      item_names as names, cardinality(file_ids) as file_count,
      shares.created_at, shares.expires_at, opened_at, imported_at
    from shares
    join users on users.id = shares.owner_id
    left join share_receipts on share_id = shares.id and principal_id = ${subject.principalId}
    where shares.id in (${selectRelatedIds(subject, "share", sql`my_groups`)})
      and shares.owner_id <> ${subject.principalId} and shares.expires_at > ${now} and removed_at is null
    order by shares.created_at desc, shares.id
    limit ${limits.receivedShares}`.execute(db);
  return rows.map((row) => ({
    key: row.id,
    sharedBy: row.shared_by ?? "",
    senderName: row.sender_name,
    sharedAt: row.created_at.toISOString(),
    note: row.note,
    counts: row.counts,
    names: row.names,
    fileCount: row.file_count,
    expiresAt: row.expires_at.toISOString(),
    openedAt: row.opened_at?.toISOString() ?? null,
    importedAt: row.imported_at?.toISOString() ?? null,
  }));
}

/** Lists the snapshots of their owner, newest first, each with its first recipients. */
export async function listSent(db: Db, ownerId: OwnerId, now: Date): Promise<SentShare[]> {
  const shares = await db
    .selectFrom("shares")
    .select(["id", "note", "counts", "item_names", "file_ids", "created_at", "expires_at"])
    .where("owner_id", "=", ownerId)
    .where("expires_at", ">", now)
    .where("link_title", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  const recipients = await listRecipients(
    db,
    ownerId,
    shares.map(({ id }) => id),
    now,
  );
  return shares.map(({ id, note, counts, item_names, file_ids, created_at, expires_at }) => ({
    key: id,
    sharedAt: created_at.toISOString(),
    note,
    counts,
    names: item_names,
    fileCount: file_ids.length,
    expiresAt: expires_at.toISOString(),
    recipients: recipients.get(id)?.recipients ?? [],
    recipientCount: recipients.get(id)?.count ?? 0,
  }));
}

/** Lists the links of their owner, newest first. */
export async function listLinks(db: Db, ownerId: OwnerId, now: Date): Promise<ShareLink[]> {
  const { rows } = await sql<{
    id: string;
    title: string;
    created_at: Date;
    expires_at: Date;
    view_count: number;
  }>`
    select id, link_title as title, created_at, expires_at,
      (select count(*) from share_receipts where share_id = id and opened_at is not null)::int as view_count
    from shares
    where owner_id = ${ownerId} and expires_at > ${now} and link_title is not null
    order by created_at desc, id`.execute(db);
  return rows.map((row) => ({
    key: row.id,
    title: row.title,
    sharedAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    viewCount: row.view_count,
  }));
}

interface RecipientRow {
  share_id: string;
  count: number;
  name: string;
  is_group: boolean;
  recipient_id: string;
  opened_at: Date | null;
  imported_at: Date | null;
  opened_count: number;
  imported_count: number;
  member_count: number | null;
}

async function listRecipients(
  db: Db,
  ownerId: OwnerId,
  shareIds: readonly string[],
  now: Date,
): Promise<Map<string, { recipients: ShareRecipient[]; count: number }>> {
  const { rows } = await sql<RecipientRow>`
    select * from (
      select object_id as share_id, count(*) over (partition by object_id) as count,
        coalesce(users.email, grants.email, groups.name, services.name, '') as name, groups.id is not null as is_group,
        -- Of a group it is not stored who belonged to it, so receipts of those without an own grant count.
        case when groups.id is null then receipt.opened_at else members.opened_at end as opened_at,
        case when groups.id is null then receipt.imported_at else members.imported_at end as imported_at,
        coalesce(users.email, grants.email, groups.wire_id, services.wire_id, '') as recipient_id,
        case when groups.id is null then (receipt.opened_at is not null)::int
          else members.opened_count end as opened_count,
        case when groups.id is null then (receipt.imported_at is not null)::int
          else members.imported_count end as imported_count,
        stored.member_count,
        row_number() over (
          partition by object_id order by coalesce(users.email, grants.email, groups.name, services.name, '')
        ) as place
      from grants
      left join users on users.id = grants.principal_id
      left join groups on groups.id = grants.principal_id
      left join services on services.id = grants.principal_id
      left join share_receipts as receipt
        on receipt.share_id = object_id and receipt.principal_id = grants.principal_id
      left join lateral (
        select case when groups.is_public or groups.is_built_in
            or exists (select from group_directory_groups where group_id = groups.id) then null
          else (
            select count(*) from group_members
            where group_id = groups.id and principal_id is distinct from ${ownerId}
              and (group_members.expires_at is null or group_members.expires_at > ${now})
          )::int end as member_count
      ) as stored on groups.id is not null
      left join lateral (
        select min(opened_at) as opened_at, min(imported_at) as imported_at,
          count(opened_at)::int as opened_count, count(imported_at)::int as imported_count
        from share_receipts
        where share_id = object_id
          and not exists (
            select from grants as own where own.object_type = 'share' and own.object_id = share_id
              and own.principal_id = share_receipts.principal_id
          )
          -- If all members are stored, only they count, so that there are never more than the group has.
          and (stored.member_count is null or exists (
            select from group_members
            where group_id = groups.id and group_members.principal_id = share_receipts.principal_id
          ))
      ) as members on groups.id is not null
      where object_type = 'share' and object_id = any(${[...shareIds]}::text[])
        and (grants.expires_at is null or grants.expires_at > ${now})
    ) as listed
    where place <= ${limits.recipientsPerListedShare}
    order by share_id, place`.execute(db);
  return new Map(
    [...Map.groupBy(rows, ({ share_id }) => share_id)].map(([id, list]) => [
      id,
      {
        count: Number(list[0]?.count ?? 0),
        recipients: list.map((row) => ({
          name: row.name,
          isGroup: row.is_group,
          id: row.recipient_id,
          openedAt: row.opened_at?.toISOString() ?? null,
          importedAt: row.imported_at?.toISOString() ?? null,
          openedCount: row.opened_count,
          importedCount: row.imported_count,
          memberCount: row.member_count,
        })),
      },
    ]),
  );
}

export async function deleteExpiredShares(db: Db, now: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from shares where id in (select id from shares where expires_at <= ${now} limit ${limit})
    returning 1`.execute(db);
  return rows.length;
}

/** Deletes some snapshots of an erased person. */
export async function deleteSomeShares(db: Db, personId: string, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from shares where id in (select id from shares where owner_id = ${personId} limit ${limit})
    returning 1`.execute(db);
  return rows.length;
}

/** Deletes what an erased person has done with the snapshots of others. */
export async function deleteReceipts(db: Db, personId: string): Promise<void> {
  await db.deleteFrom("share_receipts").where("principal_id", "=", personId).execute();
}
