import { sql } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";

const isUsed = sql`exists (select from assistant_files where file_id = files.id)`;

/**
 * Leaves out files that a transaction has locked, for example to save a version with them: waiting for several of them
 * in any order could end in a deadlock. The next call finds them.
 */
const skipLocked = sql`for no key update of files skip locked`;

/** Records since when files of groups have been in no stored version of an assistant. */
export async function markUnusedFiles(db: Db, now: Date): Promise<void> {
  // A version may have been saved while an earlier call marked its files.
  await sql`
    update files set unused_since = null where id in (
      select id from files where unused_since is not null and reaped_at is null and ${isUsed} ${skipLocked}
    )`.execute(db);
  await sql`
    update files set unused_since = ${now} where id in (
      select id from files
      where owner_id in (select id from groups where deleted_at is null) and unused_since is null and not ${isUsed}
      ${skipLocked}
    )`.execute(db);
}

/**
 * Marks files that have been unused since before this time as being deleted, at most `limit`. A version that is being
 * saved with such a file has locked the file's row, so that either this leaves the file out, or the version is refused.
 */
export async function claimUnusedFiles(
  tx: DbTransaction,
  { unusedBefore, now, limit }: { unusedBefore: Date; now: Date; limit: number },
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from files where reaped_at is null and unused_since < ${unusedBefore} and not ${isUsed}
    order by unused_since limit ${limit} ${skipLocked}`.execute(tx);
  // A statement of its own: it sees the versions that were saved after the one before had begun.
  await sql`
    update files set reaped_at = ${now} where id = any(${rows.map(({ id }) => id)}::text[]) and not ${isUsed}`.execute(
    tx,
  );
}

/**
 * Marks a file as being deleted, unless a stored version of an assistant has it. Returns true if it was marked: no
 * assistant can be saved with it any more.
 */
export async function claimUnattachedFile(tx: DbTransaction, id: string, now: Date): Promise<boolean> {
  await sql`select from files where id = ${id} for no key update`.execute(tx);
  // A statement of its own: it sees the versions that were being saved while the one before waited for the file's row.
  const { numAffectedRows } = await sql`
    update files set reaped_at = ${now} where id = ${id} and not ${isUsed}`.execute(tx);
  return numAffectedRows === 1n;
}

/** Lists files that are being deleted, by id, from the first one after `after`. */
export async function listClaimedFiles(
  db: Db,
  after: string,
  limit: number,
): Promise<{ id: string; owner_id: string }[]> {
  return db
    .selectFrom("files")
    .where("reaped_at", "is not", null)
    .where("id", ">", after)
    .select(["id", "owner_id"])
    .orderBy("id")
    .limit(limit)
    .execute();
}

/**
 * Finds out if all of these files exist and none of them is being deleted, and locks them, so that they exist until the
 * transaction ends. Call it after the version was inserted.
 */
export async function areFilesKept(tx: DbTransaction, keys: readonly string[]): Promise<boolean> {
  if (keys.length === 0) return true;
  const wanted = new Set(keys);
  const { rows } = await sql`
    select from files where id = any(${[...wanted]}::text[]) and reaped_at is null order by id for share`.execute(tx);
  return rows.length === wanted.size;
}
