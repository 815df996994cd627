import type { PromptTemplate } from "@lectern/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { OwnerId } from "../access/service.ts";
import type { ReceivedPrompts, StoredEntries, StoredEntry } from "./decideChanges.ts";
import type { PromptStoreSize } from "./promptStoreLimits.ts";
import type { StoredFolder } from "./storedItem.ts";

/** Locks the person's prompts and folders until the transaction ends. Returns the last revision. */
export async function lockPromptStore(tx: Db, ownerId: OwnerId): Promise<number> {
  await tx
    .insertInto("libraries")
    .values({ owner_id: ownerId, last_revision: 0 })
    .onConflict((conflict) => conflict.column("owner_id").doNothing())
    .execute();
  const row = await tx
    .selectFrom("libraries")
    .select("last_revision")
    .where("owner_id", "=", ownerId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.last_revision;
}

export async function setLastRevision(tx: Db, ownerId: OwnerId, revision: number): Promise<void> {
  await tx.updateTable("libraries").set({ last_revision: revision }).where("owner_id", "=", ownerId).execute();
}

export interface PromptStoreState {
  lastRevision: number;
  /** True if there are folders without a revision, which an earlier version of the server wrote. */
  hasUnnumberedFolders: boolean;
}

/** Reads the last revision, and whether there are folders without a revision. */
export async function readPromptStoreState(
  db: Db,
  ownerId: OwnerId,
  builtInIds: readonly string[],
): Promise<PromptStoreState> {
  const { rows } = await sql<{ last_revision: number; has_unnumbered: boolean }>`
    select coalesce((select last_revision from libraries where owner_id = ${ownerId}), 0)::bigint as last_revision,
      exists (
        select from folders where owner_id = ${ownerId} and revision = 0 and id <> all(${[...builtInIds]}::text[])
      ) as has_unnumbered`.execute(db);
  return { lastRevision: rows[0]?.last_revision ?? 0, hasUnnumberedFolders: rows[0]?.has_unnumbered ?? false };
}

/**
 * Assigns revisions to folders that an earlier version of the server wrote. Returns the last revision. The caller must
 * have called `lockPromptStore`.
 */
export async function assignFolderRevisions(
  tx: Db,
  ownerId: OwnerId,
  lastRevision: number,
  builtInIds: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    update folders set revision = numbered.revision
    from (
      select id, ${lastRevision}::bigint + row_number() over (order by id) as revision from folders
      where owner_id = ${ownerId} and revision = 0 and id <> all(${[...builtInIds]}::text[])
    ) as numbered
    where folders.owner_id = ${ownerId} and folders.id = numbered.id
    returning numbered.revision`.execute(tx);
  return rows.reduce((last, { revision }) => Math.max(last, revision), lastRevision);
}

export async function findStoredEntries(
  db: Db,
  ownerId: OwnerId,
  ids: { prompts: readonly string[]; folders: readonly string[] },
): Promise<StoredEntries> {
  const prompts = await db
    .selectFrom("prompts")
    .select(["id", "item", "revision"])
    .where("owner_id", "=", ownerId)
    .where("id", "=", sql<string>`any(${[...ids.prompts]}::text[])`)
    .execute();
  return {
    prompts: new Map(prompts.map(({ id, ...entry }): [string, StoredEntry<PromptTemplate>] => [id, entry])),
    folders: await findStoredFolders(db, ownerId, ids.folders),
  };
}

/** Finds those of these prompts that the person has received in shares. */
export async function findReceivedPrompts(db: Db, ownerId: OwnerId, ids: readonly string[]): Promise<ReceivedPrompts> {
  const { rows } = await sql<{ id: string; folder_id: string | null; has_folder: boolean }>`
    select prompt_id as id, prompts.item ->> 'folderId' as folder_id, exists (
        select from folders
        where folders.owner_id = ${ownerId} and folders.id = prompts.item ->> 'folderId' and not is_deleted
      ) as has_folder
    from received_prompts
    left join prompts on prompts.owner_id = ${ownerId} and prompts.id = prompt_id
    where received_prompts.owner_id = ${ownerId} and prompt_id = any(${[...ids]}::text[])`.execute(db);
  return new Map(rows.map(({ id, folder_id, has_folder }) => [id, { folderId: folder_id, hasFolder: has_folder }]));
}

/** Records that the person has received prompts. Their ids stay recorded if the share or the prompt is deleted. */
export async function recordReceivedPrompts(db: Db, ownerId: OwnerId, ids: readonly string[]): Promise<void> {
  await sql`
    insert into received_prompts (owner_id, prompt_id) select ${ownerId}, unnest(${[...ids]}::text[])
    on conflict do nothing`.execute(db);
}

export async function deleteReceivedPrompts(db: Db, ownerId: OwnerId): Promise<void> {
  await db.deleteFrom("received_prompts").where("owner_id", "=", ownerId).execute();
}

export async function findStoredFolders(
  db: Db,
  ownerId: OwnerId,
  ids: readonly string[],
): Promise<Map<string, StoredEntry<StoredFolder>>> {
  const rows = await db
    .selectFrom("folders")
    .select(["id", "name", "type", "date", "pinned", "is_deleted", "revision"])
    .where("owner_id", "=", ownerId)
    .where("id", "=", sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(
    rows.map(({ is_deleted, revision, type, ...row }) => [
      row.id,
      { item: is_deleted ? null : { ...row, type: toFolderType(type) }, revision },
    ]),
  );
}

/** Converts an unknown type to `chat`, so that the folder is shown among the conversations. */
function toFolderType(type: string): StoredFolder["type"] {
  return type === "prompt" || type === "workflow" ? type : "chat";
}

export interface WriteContext {
  ownerId: OwnerId;
  now: Date;
}

export async function writePrompts(
  tx: Db,
  { ownerId, now }: WriteContext,
  prompts: readonly { id: string; item: PromptTemplate | null; revision: number }[],
): Promise<void> {
  if (prompts.length === 0) return;
  const rows = prompts.map(({ id, item, revision }) => {
    const text = item && JSON.stringify(item);
    const bytes = text === null ? 0 : Buffer.byteLength(text);
    return { owner_id: ownerId, id, item: text, bytes, revision, updated_at: now };
  });
  await tx
    .insertInto("prompts")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["owner_id", "id"]).doUpdateSet((eb) => ({
        item: eb.ref("excluded.item"),
        bytes: eb.ref("excluded.bytes"),
        revision: eb.ref("excluded.revision"),
        updated_at: eb.ref("excluded.updated_at"),
      })),
    )
    .execute();
}

/** Writes folders. The row of a deleted folder retains its last name. */
export async function writeFolders(
  tx: Db,
  { ownerId, now }: WriteContext,
  folders: readonly { id: string; item: StoredFolder | null; revision: number }[],
): Promise<void> {
  const deletedFolders = folders.filter(({ item }) => item === null);
  if (deletedFolders.length > 0) {
    await sql`
      update folders set is_deleted = true, revision = deleted.revision, updated_at = ${now}
      from unnest(${deletedFolders.map(({ id }) => id)}::text[], ${deletedFolders.map(({ revision }) => revision)}::bigint[])
        as deleted (id, revision)
      where folders.owner_id = ${ownerId} and folders.id = deleted.id`.execute(tx);
  }
  const rows = folders.flatMap(({ item, revision }) =>
    item ? [{ owner_id: ownerId, ...item, revision, is_deleted: false, updated_at: now }] : [],
  );
  if (rows.length === 0) return;
  await tx
    .insertInto("folders")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["owner_id", "id"]).doUpdateSet((eb) => ({
        name: eb.ref("excluded.name"),
        type: eb.ref("excluded.type"),
        date: eb.ref("excluded.date"),
        pinned: eb.ref("excluded.pinned"),
        revision: eb.ref("excluded.revision"),
        is_deleted: eb.ref("excluded.is_deleted"),
        updated_at: eb.ref("excluded.updated_at"),
      })),
    )
    .execute();
}

/** Measures the prompts and folders that are not deleted. */
export async function measurePromptStore(db: Db, ownerId: OwnerId): Promise<PromptStoreSize> {
  const { rows } = await sql<PromptStoreSize>`
    select (select count(*) from prompts where owner_id = ${ownerId} and item is not null)
        + (select count(*) from folders where owner_id = ${ownerId} and not is_deleted) as items,
      (select coalesce(sum(bytes), 0)::bigint from prompts where owner_id = ${ownerId}) as bytes`.execute(db);
  return rows[0] ?? { items: 0, bytes: 0 };
}

/**
 * Removes the records of deletions except the newest `maxDeletions` of prompts and of folders. A device that was
 * offline for very long never learns of the others.
 */
export async function pruneDeletions(tx: Db, ownerId: OwnerId, maxDeletions: number): Promise<void> {
  await sql`
    delete from prompts where owner_id = ${ownerId} and item is null and revision <= (
      select revision from prompts where owner_id = ${ownerId} and item is null
      order by revision desc offset ${maxDeletions} limit 1)`.execute(tx);
  await sql`
    delete from folders where owner_id = ${ownerId} and is_deleted and revision <= (
      select revision from folders where owner_id = ${ownerId} and is_deleted
      order by revision desc offset ${maxDeletions} limit 1)`.execute(tx);
}

export interface ChangedRow {
  kind: "prompt" | "folder";
  id: string;
  revision: number;
  bytes: number;
}

/** Lists the rows written after a revision, in order of revision, without built-in folders. */
export async function listChangedRows(
  db: Db,
  ownerId: OwnerId,
  since: number,
  builtInIds: readonly string[],
  limit: number,
): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    (select 'prompt' as kind, id, revision, bytes from prompts
      where owner_id = ${ownerId} and revision > ${since} order by revision limit ${limit})
    union all
    (select 'folder', id, revision, 0 from folders
      where owner_id = ${ownerId} and revision > ${since} and id <> all(${[...builtInIds]}::text[])
      order by revision limit ${limit})
    order by revision limit ${limit}`.execute(db);
  return rows;
}

/** Deletes some prompts and folders of the person. Returns their number. */
export async function deleteSomePrompts(db: Db, ownerId: OwnerId, limit: number): Promise<number> {
  const deleteFrom = async (table: "prompts" | "folders") => {
    const { numDeletedRows } = await db
      .deleteFrom(table)
      .where("owner_id", "=", ownerId)
      .where("id", "in", (eb) => eb.selectFrom(table).select("id").where("owner_id", "=", ownerId).limit(limit))
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  };
  return (await deleteFrom("prompts")) + (await deleteFrom("folders"));
}

export async function deletePromptStore(db: Db, ownerId: OwnerId): Promise<void> {
  await db.deleteFrom("libraries").where("owner_id", "=", ownerId).execute();
}
