import type { FileSort } from "@lectern/contract";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { DocumentsTable, FilesTable } from "../../platform/db/schema.ts";

type DocumentRow = Selectable<DocumentsTable>;

/** A file with what is known of its document, all null while it has none. */
export interface FileRow
  extends Omit<Selectable<FilesTable>, "owner_id" | "declared_size" | "knowledge_base" | "data" | "sha256"> {
  document_state: DocumentRow["state"] | null;
  document_reason: string | null;
  kind: DocumentRow["kind"] | null;
  progress: number | null;
  can_retry: boolean | null;
  content_key: string | null;
  /** The version of the reader whose content lies there. */
  extractor: number | null;
  preview_key: string | null;
  total_items: number | null;
  total_tokens: number | null;
  image_tokens: Record<string, number> | null;
  width: number | null;
  height: number | null;
  location_properties: string[] | null;
  props: Record<string, unknown> | null;
}

const selectFiles = (db: Db, ownerId: string) =>
  db
    .selectFrom("files")
    .leftJoin("documents", "documents.id", "files.document_id")
    .where("files.owner_id", "=", ownerId)
    .select([
      "files.id",
      "files.group_id",
      "files.name",
      "files.type",
      "files.tags",
      "files.blob_key",
      "files.size",
      "files.document_id",
      "files.failure",
      "files.created_at",
      "files.uploaded_at",
      "documents.state as document_state",
      "documents.reason as document_reason",
      "documents.kind",
      "documents.progress",
      "documents.can_retry",
      "documents.content_key",
      "documents.extractor",
      "documents.preview_key",
      "documents.total_items",
      "documents.total_tokens",
      "documents.image_tokens",
      "documents.width",
      "documents.height",
      "documents.location_properties",
      "documents.props",
    ]);

export async function findFile(db: Db, ownerId: string, id: string): Promise<FileRow | undefined> {
  return selectFiles(db, ownerId).where("files.id", "=", id).executeTakeFirst();
}

/** Those of the ids that are the owner's, in no order. */
export async function findFiles(db: Db, ownerId: string, ids: readonly string[]): Promise<FileRow[]> {
  return ids.length === 0 ? [] : selectFiles(db, ownerId).where("files.id", "in", ids).execute();
}

/** Of each of the tags the newest files, at most `limit`: each file once, the newest first. */
export async function findTagged(db: Db, ownerId: string, tags: readonly string[], limit: number): Promise<FileRow[]> {
  if (tags.length === 0) return [];
  const newest = sql`
    select newest.id from unnest(${[...tags]}::text[]) as named (tag)
    cross join lateral (
      select tagged.id from files as tagged
      where tagged.owner_id = ${ownerId} and tagged.tags @> jsonb_build_array(named.tag)
      order by tagged.created_at desc, tagged.id desc limit ${limit}
    ) as newest`;
  return selectFiles(db, ownerId)
    .where(sql<boolean>`files.id in (${newest})`)
    .orderBy("files.created_at", "desc")
    .orderBy("files.id", "desc")
    .execute();
}

const carries = (tags: readonly string[]) => sql<boolean>`files.tags @> ${JSON.stringify(tags)}::jsonb`;

/** Where a page of the list ended: the value it is sorted by, and the id. */
export interface FilePlace {
  value: Date | string;
  id: string;
}

export interface FileQuery {
  sort: FileSort;
  ascending: boolean;
  after: FilePlace | null;
  limit: number;
  /** In the name, whatever the case; at its start where the list is sorted by name. */
  namePart: string | null;
  tags: readonly string[];
  types: readonly string[] | null;
  typePrefix: string | null;
}

/** What each order compares. An index has it, so that a page costs the same however far down it is. */
const sortedBy = {
  createdAt: sql`files.created_at`,
  name: sql`lower(files.name)`,
  type: sql`lower(files.type)`,
} as const;

/** A page of the owner's files. `sortValue` is where the row stands in the order, as the database compares it. */
export async function queryFiles(
  db: Db,
  ownerId: string,
  query: FileQuery,
): Promise<(FileRow & { sortValue: Date | string })[]> {
  const value = sortedBy[query.sort];
  let rows = selectFiles(db, ownerId).select(sql<Date | string>`${value}`.as("sortValue"));
  if (query.after) {
    const { value: last, id } = query.after;
    const side = query.ascending ? sql`>` : sql`<`;
    const given = last instanceof Date ? sql`${last.toISOString()}::timestamptz` : sql`${last}::text`;
    rows = rows.where(sql<boolean>`(${value}, files.id) ${side} (${given}, ${id}::text)`);
  }
  if (query.namePart !== null) {
    const part = `${query.sort === "name" ? "" : "%"}${escapeLike(query.namePart)}%`;
    rows = rows.where(sql<boolean>`lower(files.name) like lower(${part}::text)`);
  }
  if (query.tags.length > 0) rows = rows.where(carries(query.tags));
  if (query.types)
    rows = query.types.length === 0 ? rows : rows.where(sql<string>`lower(files.type)`, "in", query.types);
  if (query.typePrefix !== null) {
    rows = rows.where(sql<boolean>`lower(files.type) like lower(${`${escapeLike(query.typePrefix)}%`}::text)`);
  }
  const direction = query.ascending ? "asc" : "desc";
  return rows.orderBy(value, direction).orderBy("files.id", direction).limit(query.limit).execute();
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");

/** Every tag on the owner's files, once, in order. */
export async function listTags(db: Db, ownerId: string): Promise<string[]> {
  const found = await sql<{ tag: string }>`
    select distinct tag from files cross join lateral jsonb_array_elements_text(files.tags) as tag
    where owner_id = ${ownerId} order by tag`.execute(db);
  return found.rows.map(({ tag }) => tag);
}

export async function writeTags(db: Db, ownerId: string, id: string, tags: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("files")
    .set({ tags: JSON.stringify(tags) })
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertFile(db: Db, row: Insertable<FilesTable>): Promise<void> {
  await db.insertInto("files").values(row).execute();
}

/**
 * What the owner's files take, in bytes, with what open uploads have said they will, but for one file. Others who ask for the same owner
 * wait until the transaction ends.
 */
export async function lockStoredBytes(tx: Db, ownerId: string, exceptId = ""): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${ownerId}`}, 0))`.execute(tx);
  const found = await sql<{ bytes: number }>`
    select coalesce(sum(coalesce(size, declared_size, 0)), 0)::bigint as bytes from files
    where owner_id = ${ownerId} and id <> ${exceptId}`.execute(tx);
  return Number(found.rows[0]?.bytes ?? 0);
}

/**
 * Says that the file's bytes are being written to `blobKey`, which whoever wrote before has lost. Gives where those went; undefined: the file is
 * not there, or has its bytes.
 */
export async function takeUpload(db: Db, ownerId: string, id: string, blobKey: string): Promise<string | undefined> {
  const taken = await sql<{ before: string }>`
    update files set blob_key = ${blobKey}, failure = null
    from (select id, blob_key from files where owner_id = ${ownerId} and id = ${id} for update) as old
    where files.id = old.id and files.uploaded_at is null
    returning old.blob_key as before`.execute(db);
  return taken.rows[0]?.before;
}

/** Says why the file's bytes have not come, unless they have, or somebody else is writing them by now: `blobKey` is where they were to go. */
export async function setUploadFailure(
  db: Db,
  ownerId: string,
  id: string,
  { blobKey, failure }: { blobKey: string; failure: string },
): Promise<void> {
  await db
    .updateTable("files")
    .set({ failure })
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .where("blob_key", "=", blobKey)
    .where("uploaded_at", "is", null)
    .execute();
}

export interface ArrivedBytes {
  blobKey: string;
  size: number;
  sha256: string | null;
  at: Date;
}

/** Says that the file has its bytes. False: it is gone, has them already, or another write has taken over. */
export async function completeUpload(db: Db, ownerId: string, id: string, arrived: ArrivedBytes): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("files")
    .set({ size: arrived.size, sha256: arrived.sha256, uploaded_at: arrived.at })
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .where("blob_key", "=", arrived.blobKey)
    .where("uploaded_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Gives where its bytes are and what was taken from them; undefined: it was not there. */
export async function deleteFile(
  db: Db,
  ownerId: string,
  id: string,
): Promise<{ blob_key: string; document_id: string | null } | undefined> {
  return db
    .deleteFrom("files")
    .where("owner_id", "=", ownerId)
    .where("id", "=", id)
    .returning(["blob_key", "document_id"])
    .executeTakeFirst();
}

export interface UnfinishedUpload {
  id: string;
  owner_id: string;
  blob_key: string;
}

/** Uploads of anybody that were begun before then and have not ended, the oldest first. */
export async function listAbandonedUploads(
  db: Db,
  before: Date,
  limit: number,
): Promise<(UnfinishedUpload & { created_at: Date })[]> {
  return db
    .selectFrom("files")
    .select(["id", "owner_id", "blob_key", "created_at"])
    .where("uploaded_at", "is", null)
    .where("document_id", "is", null)
    .where("created_at", "<", before)
    .orderBy("created_at")
    .limit(limit)
    .execute();
}

/** Deletes it unless its bytes have come by now. */
export async function deleteUnfinished(db: Db, { id, owner_id }: UnfinishedUpload): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("files")
    .where("owner_id", "=", owner_id)
    .where("id", "=", id)
    .where("uploaded_at", "is", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
