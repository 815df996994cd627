import type { PromptTemplate } from "@lectern/contract";
import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { Stored, StoredItems } from "./decideChanges.ts";
import type { LibrarySize } from "./libraryLimits.ts";
import type { OwnFolder } from "./ownItem.ts";

/** Nobody else changes this person's library until the transaction ends. Gives the last revision. */
export async function lockLibrary(tx: Db, ownerId: string): Promise<number> {
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

export async function setLastRevision(tx: Db, ownerId: string, revision: number): Promise<void> {
  await tx.updateTable("libraries").set({ last_revision: revision }).where("owner_id", "=", ownerId).execute();
}

export interface LibraryState {
  lastRevision: number;
  /** Folders that an earlier version wrote, and that have no revision yet. */
  hasUncounted: boolean;
}

/** `builtIn`: ids that are nobody's own. */
export async function readState(db: Db, ownerId: string, builtIn: readonly string[]): Promise<LibraryState> {
  const { rows } = await sql<{ last_revision: number; has_uncounted: boolean }>`
    select coalesce((select last_revision from libraries where owner_id = ${ownerId}), 0)::bigint as last_revision,
      exists (
        select from folders where owner_id = ${ownerId} and revision = 0 and id <> all(${[...builtIn]}::text[])
      ) as has_uncounted`.execute(db);
  return { lastRevision: rows[0]?.last_revision ?? 0, hasUncounted: rows[0]?.has_uncounted ?? false };
}

/** Gives revisions to folders that an earlier version wrote; gives the last one. The library is locked. */
export async function countFolders(
  tx: Db,
  ownerId: string,
  lastRevision: number,
  builtIn: readonly string[],
): Promise<number> {
  const { rows } = await sql<{ revision: number }>`
    update folders set revision = numbered.revision
    from (
      select id, ${lastRevision}::bigint + row_number() over (order by id) as revision from folders
      where owner_id = ${ownerId} and revision = 0 and id <> all(${[...builtIn]}::text[])
    ) as numbered
    where folders.owner_id = ${ownerId} and folders.id = numbered.id
    returning numbered.revision`.execute(tx);
  return rows.reduce((last, { revision }) => Math.max(last, revision), lastRevision);
}

export async function findStored(
  db: Db,
  ownerId: string,
  ids: { prompts: readonly string[]; folders: readonly string[] },
): Promise<StoredItems> {
  const prompts = await db
    .selectFrom("prompts")
    .select(["id", "item", "revision"])
    .where("owner_id", "=", ownerId)
    .where("id", "=", sql<string>`any(${[...ids.prompts]}::text[])`)
    .execute();
  return {
    prompts: new Map(prompts.map(({ id, ...stored }): [string, Stored<PromptTemplate>] => [id, stored])),
    folders: await findStoredFolders(db, ownerId, ids.folders),
  };
}

export async function findStoredFolders(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<Map<string, Stored<OwnFolder>>> {
  const rows = await db
    .selectFrom("folders")
    .select(["id", "name", "type", "date", "pinned", "is_deleted", "revision"])
    .where("owner_id", "=", ownerId)
    .where("id", "=", sql<string>`any(${[...ids]}::text[])`)
    .execute();
  return new Map(
    rows.map(({ is_deleted, revision, type, ...row }) => [
      row.id,
      { item: is_deleted ? null : { ...row, type: folderType(type) }, revision },
    ]),
  );
}

/** Whatever else stands there is shown among the conversations. */
function folderType(type: string): OwnFolder["type"] {
  return type === "prompt" || type === "workflow" ? type : "chat";
}

/** How a row is written by whom; each row has a revision of its own. */
export interface Writing {
  ownerId: string;
  now: Date;
}

export async function writePrompts(
  tx: Db,
  { ownerId, now }: Writing,
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

/** A deleted folder keeps its last name in its row. */
export async function writeFolders(
  tx: Db,
  { ownerId, now }: Writing,
  folders: readonly { id: string; item: OwnFolder | null; revision: number }[],
): Promise<void> {
  const deleted = folders.filter(({ item }) => item === null);
  if (deleted.length > 0) {
    await sql`
      update folders set is_deleted = true, revision = deleted.revision, updated_at = ${now}
      from unnest(${deleted.map(({ id }) => id)}::text[], ${deleted.map(({ revision }) => revision)}::bigint[])
        as deleted (id, revision)
      where folders.owner_id = ${ownerId} and folders.id = deleted.id`.execute(tx);
  }
  const kept = folders.flatMap(({ item, revision }) =>
    item ? [{ owner_id: ownerId, ...item, revision, is_deleted: false, updated_at: now }] : [],
  );
  if (kept.length === 0) return;
  await tx
    .insertInto("folders")
    .values(kept)
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

/** What is there, without what was deleted. */
export async function measureLibrary(db: Db, ownerId: string): Promise<LibrarySize> {
  const { rows } = await sql<LibrarySize>`
    select (select count(*) from prompts where owner_id = ${ownerId} and item is not null)
        + (select count(*) from folders where owner_id = ${ownerId} and not is_deleted) as items,
      (select coalesce(sum(bytes), 0)::bigint from prompts where owner_id = ${ownerId}) as bytes`.execute(db);
  return rows[0] ?? { items: 0, bytes: 0 };
}

/** Forgets the oldest deletions beyond so many: nobody was offline for that long. */
export async function forgetDeletions(tx: Db, ownerId: string, mostKept: number): Promise<void> {
  await sql`
    delete from prompts where owner_id = ${ownerId} and item is null and revision <= (
      select revision from prompts where owner_id = ${ownerId} and item is null
      order by revision desc offset ${mostKept} limit 1)`.execute(tx);
  await sql`
    delete from folders where owner_id = ${ownerId} and is_deleted and revision <= (
      select revision from folders where owner_id = ${ownerId} and is_deleted
      order by revision desc offset ${mostKept} limit 1)`.execute(tx);
}

export interface ChangedRow {
  kind: "prompt" | "folder";
  id: string;
  revision: number;
  bytes: number;
}

/** What was written after a revision, in that order. `builtIn`: ids that are nobody's own. */
export async function listChanged(
  db: Db,
  ownerId: string,
  since: number,
  builtIn: readonly string[],
  limit: number,
): Promise<ChangedRow[]> {
  const { rows } = await sql<ChangedRow>`
    (select 'prompt' as kind, id, revision, bytes from prompts
      where owner_id = ${ownerId} and revision > ${since} order by revision limit ${limit})
    union all
    (select 'folder', id, revision, 0 from folders
      where owner_id = ${ownerId} and revision > ${since} and id <> all(${[...builtIn]}::text[])
      order by revision limit ${limit})
    order by revision limit ${limit}`.execute(db);
  return rows;
}
