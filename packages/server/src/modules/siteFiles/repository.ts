import type { Insertable } from "kysely";
import { sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { SiteFilesTable } from "../../platform/db/schema.ts";

interface SiteFile {
  id: string;
  purpose: string;
  name: string;
  bytes: number;
  createdAt: Date;
  /** The address of who uploaded it; null if the person has been erased. */
  uploadedBy: string | null;
}

/** Returns false, and inserts nothing, if there is or was a file with the id. */
export async function insertSiteFile(db: Db, row: Insertable<SiteFilesTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("site_files")
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Makes other transactions that complete a file for the purpose wait until this one ends: each replaces all others. */
export async function lockPurpose(tx: DbTransaction, purpose: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`site files for ${purpose}`}, 0))`.execute(tx);
}

/** Returns false if the file was deleted during its upload. */
export async function completeSiteFile(tx: DbTransaction, id: string, bytes: number): Promise<boolean> {
  const { numUpdatedRows } = await tx.updateTable("site_files").set({ bytes }).where("id", "=", id).executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function isComplete(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom("site_files").where("id", "=", id).select("bytes").executeTakeFirst();
  return row != null && row.bytes !== null;
}

export async function deleteSiteFile(db: Db, id: string): Promise<void> {
  await db.deleteFrom("site_files").where("id", "=", id).execute();
}

/** Lists the complete files for these purposes, the newest first. */
export async function listSiteFiles(db: Db, purposes: readonly string[]): Promise<SiteFile[]> {
  const { rows } = await sql<SiteFile>`
    select site_files.id, purpose, site_files.name, bytes::float8 as bytes, site_files.created_at as "createdAt",
      nullif(users.email, '') as "uploadedBy"
    from site_files left join users on users.id = uploaded_by
    where purpose = any(${[...purposes]}::text[]) and bytes is not null
    order by site_files.created_at desc, site_files.id`.execute(db);
  return rows;
}

/** What remains of a file so that nobody uploads it again at the same URL. It is deleted as an abandoned upload. */
const retired = { bytes: null, name: "" };

export async function retireSiteFile(tx: DbTransaction, id: string): Promise<void> {
  await tx.updateTable("site_files").set(retired).where("id", "=", id).execute();
}

/** Retires the complete files for a purpose, except this one, and returns their ids. */
export async function retireOtherFiles(tx: DbTransaction, purpose: string, keptId: string): Promise<string[]> {
  const rows = await tx
    .updateTable("site_files")
    .set(retired)
    .where("purpose", "=", purpose)
    .where("bytes", "is not", null)
    .where("id", "<>", keptId)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists files whose upload has begun before this time and is not complete. */
export async function listIncompleteFiles(db: Db, begunBefore: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("site_files")
    .where("bytes", "is", null)
    .where("created_at", "<", begunBefore)
    .select("id")
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}
