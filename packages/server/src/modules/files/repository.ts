import type { FileSort, FileUse } from "@lectern/contract";
import { type Insertable, type Selectable, sql } from "kysely";
import type { Db, DbTransaction } from "../../platform/db/database.ts";
import { escapeLike } from "../../platform/db/escapeLike.ts";
import type { DocumentsTable, FilesTable } from "../../platform/db/schema.ts";
import { getOwnerIdOfRow, type OwnerId, ownedBy, type Scope } from "../access/service.ts";
import type { UsedStorage } from "./policy.ts";

type FileScope = Scope<"file">;
type DocumentRow = Selectable<DocumentsTable>;

/** What no client sees of a file. */
type FileColumnsForServer = "declared_size" | "knowledge_base" | "data" | "sha256" | "unused_since" | "reaped_at";

/** A file with columns of its document, which are null if the file has no document. */
export interface FileRow extends Omit<Selectable<FilesTable>, FileColumnsForServer> {
  document_state: DocumentRow["state"] | null;
  document_reason: string | null;
  kind: DocumentRow["kind"] | null;
  progress: number | null;
  can_retry: boolean | null;
  content_key: string | null;
  /** The version of the reader that extracted the content. */
  extractor: number | null;
  preview_key: string | null;
  total_items: number | null;
  total_tokens: number | null;
  embedding_state: DocumentRow["embedding_state"] | null;
  language: string | null;
  image_tokens: Record<string, number> | null;
  width: number | null;
  height: number | null;
  location_properties: string[] | null;
  props: Record<string, unknown> | null;
  notes: DocumentRow["notes"] | null;
}

const selectFiles = (db: Db, scope: FileScope) => selectAllFiles(db).where(scope.where);

const selectAllFiles = (db: Db) =>
  db
    .selectFrom("files")
    .leftJoin("documents", "documents.id", "files.document_id")
    .select([
      "files.id",
      "files.owner_id",
      "files.group_id",
      "files.name",
      "files.type",
      "files.tags",
      "files.blob_key",
      "files.size",
      "files.document_id",
      "files.encoding",
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
      "documents.embedding_state",
      "documents.language",
      "documents.image_tokens",
      "documents.width",
      "documents.height",
      "documents.location_properties",
      "documents.props",
      "documents.notes",
    ]);

export async function findFile(db: Db, scope: FileScope, id: string): Promise<FileRow | undefined> {
  return selectFiles(db, scope).where("files.id", "=", id).executeTakeFirst();
}

/** What copying a file to another owner needs. */
export interface CopyableFile {
  id: string;
  owner_id: string;
  name: string;
  type: string;
  blob_key: string;
  /** Null until the bytes have arrived. */
  size: number | null;
  sha256: string | null;
  encoding: string | null;
  document_id: string | null;
}

/** Finds files with what copying them needs, in no particular order. */
export async function findFilesToCopy(db: Db, scope: FileScope, ids: readonly string[]): Promise<CopyableFile[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom("files")
    .where(scope.where)
    .where("id", "in", ids)
    .select(["id", "owner_id", "name", "type", "blob_key", "size", "sha256", "encoding", "document_id"])
    .execute();
}

/** Which files of an owner may be used in the place of copies. */
export interface ReusableFiles {
  /** Those that the actor may read: that an owner has other files is nobody's business. */
  scope: FileScope;
  /** Besides, those that are attached to what the actor edits. */
  attachedKeys: readonly string[];
}

/** Finds the owner's oldest reusable file with each of these documents. Returns the ids by document. */
export async function findReusableFiles(
  db: Db,
  ownerId: OwnerId,
  { scope, attachedKeys }: ReusableFiles,
  documentIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (documentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("files")
    .where("owner_id", "=", ownerId)
    .where(sql<boolean>`(${scope.where} or files.id = any(${[...attachedKeys]}::text[]))`)
    .where("document_id", "in", documentIds)
    .where("reaped_at", "is", null)
    .distinctOn("document_id")
    .select(["id", "document_id"])
    .orderBy("document_id")
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return new Map(rows.map(({ id, document_id }) => [document_id ?? "", id]));
}

/** Finds a file of any owner, to tell its owner. */
export async function findFileToPublish(db: Db, id: string): Promise<FileRow[]> {
  return selectAllFiles(db).where("files.id", "=", id).execute();
}

/** Finds the files of all owners that have this document, to tell the owners. */
export async function findFilesOfDocument(db: Db, documentId: string): Promise<FileRow[]> {
  return selectAllFiles(db).where("files.document_id", "=", documentId).execute();
}

/** Finds the files with these ids, in no particular order. */
export async function findFiles(db: Db, scope: FileScope, ids: readonly string[]): Promise<FileRow[]> {
  return ids.length === 0 ? [] : selectFiles(db, scope).where("files.id", "in", ids).execute();
}

/** Lists the owner's newest files with each tag, at most `limit` per tag, newest first and without duplicates. */
export async function listFilesWithTags(
  db: Db,
  ownerId: OwnerId,
  tags: readonly string[],
  limit: number,
): Promise<FileRow[]> {
  if (tags.length === 0) return [];
  const newestIdsQuery = sql`
    select newest.id from unnest(${[...tags]}::text[]) as named (tag)
    cross join lateral (
      select tagged.id from files as tagged
      where tagged.owner_id = ${ownerId} and tagged.tags @> jsonb_build_array(named.tag)
      order by tagged.created_at desc, tagged.id desc limit ${limit}
    ) as newest`;
  return selectFiles(db, ownedBy(ownerId, "file"))
    .where(sql<boolean>`files.id in (${newestIdsQuery})`)
    .orderBy("files.created_at", "desc")
    .orderBy("files.id", "desc")
    .execute();
}

const hasTags = (tags: readonly string[]) => sql<boolean>`files.tags @> ${JSON.stringify(tags)}::jsonb`;

/** Identifies the last row of a page by its sort value and its id. */
export interface FileCursor {
  value: Date | string;
  id: string;
}

export interface FileQuery {
  sort: FileSort;
  ascending: boolean;
  after: FileCursor | null;
  limit: number;
  /** Matches anywhere in the name, or only at its start if the list is sorted by name. Case-insensitive. */
  namePart: string | null;
  /** A file must have all of these tags. */
  tags: readonly string[];
  /** Media types in lower case; null or empty: any type. */
  types: readonly string[] | null;
  typePrefix: string | null;
  /** The SHA-256 of the bytes in hexadecimal; null: any bytes. */
  sha256: string | null;
}

/** The SQL expressions by which files are sorted. Each has an index, so that late pages load as fast as the first. */
const sortExpressions = {
  createdAt: sql`files.created_at`,
  name: sql`lower(files.name)`,
  type: sql`lower(files.type)`,
} as const;

/** Lists a page of the owner's files. `sortValue` is the value by which the database sorts the row. */
export async function queryFiles(
  db: Db,
  ownerId: OwnerId,
  query: FileQuery,
): Promise<(FileRow & { sortValue: Date | string })[]> {
  const sortExpression = sortExpressions[query.sort];
  let selection = selectFiles(db, ownedBy(ownerId, "file")).select(
    sql<Date | string>`${sortExpression}`.as("sortValue"),
  );
  if (query.after) {
    const { value: cursorValue, id } = query.after;
    const comparisonOperator = query.ascending ? sql`>` : sql`<`;
    const cursorParameter =
      cursorValue instanceof Date ? sql`${cursorValue.toISOString()}::timestamptz` : sql`${cursorValue}::text`;
    selection = selection.where(
      sql<boolean>`(${sortExpression}, files.id) ${comparisonOperator} (${cursorParameter}, ${id}::text)`,
    );
  }
  if (query.namePart !== null) {
    const pattern = `${query.sort === "name" ? "" : "%"}${escapeLike(query.namePart)}%`;
    selection = selection.where(sql<boolean>`lower(files.name) like lower(${pattern}::text)`);
  }
  if (query.tags.length > 0) selection = selection.where(hasTags(query.tags));
  if (query.types)
    selection =
      query.types.length === 0 ? selection : selection.where(sql<string>`lower(files.type)`, "in", query.types);
  if (query.typePrefix !== null) {
    selection = selection.where(
      sql<boolean>`lower(files.type) like lower(${`${escapeLike(query.typePrefix)}%`}::text)`,
    );
  }
  if (query.sha256 !== null) selection = selection.where("files.sha256", "=", query.sha256);
  const direction = query.ascending ? "asc" : "desc";
  return selection.orderBy(sortExpression, direction).orderBy("files.id", direction).limit(query.limit).execute();
}

/** Finds the owner's assistants of which a stored version names a file, by name. Returns them by file. */
export async function findUsesOfFiles(
  db: Db,
  ownerId: OwnerId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileUse[]>> {
  const { rows } = await sql<FileUse & { fileId: string }>`
    select file_id as "fileId", assistants.id, assistants.name,
      bool_and(assistant_files.version <> assistants.version) as "isEarlier"
    from assistant_files join assistants on assistants.id = assistant_id
    where file_id = any(${[...ids]}::text[]) and owner_id = ${ownerId} and deleted_at is null
    group by file_id, assistants.id, assistants.name
    order by lower(assistants.name), assistants.id`.execute(db);
  const uses = new Map<string, FileUse[]>();
  for (const { fileId, ...use } of rows) uses.set(fileId, [...(uses.get(fileId) ?? []), use]);
  return uses;
}

/** Returns the number of the owner's files and their bytes, with the declared sizes of unfinished uploads. */
export async function sumFiles(db: Db, ownerId: OwnerId): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: string; bytes: string }>`
    select count(*) as count, coalesce(sum(coalesce(size, declared_size, 0)), 0)::bigint as bytes
    from files where owner_id = ${ownerId}`.execute(db);
  return { count: Number(rows[0]?.count ?? 0), bytes: Number(rows[0]?.bytes ?? 0) };
}

/** Marks a file of a group as being deleted, and locks its row. Returns the group; undefined if there is no such file. */
export async function markGroupFileForDeletion(
  tx: DbTransaction,
  scope: FileScope,
  id: string,
  now: Date,
): Promise<OwnerId | undefined> {
  const row = await tx
    .updateTable("files")
    .set({ reaped_at: now })
    .where(scope.where)
    .where("id", "=", id)
    .where("owner_id", "in", (eb) => eb.selectFrom("groups").select("groups.id"))
    .returning("owner_id")
    .executeTakeFirst();
  return row && getOwnerIdOfRow(row);
}

/** Lists all tags of the owner's files, sorted and without duplicates. */
export async function listTags(db: Db, ownerId: OwnerId): Promise<string[]> {
  const result = await sql<{ tag: string }>`
    select distinct tag from files cross join lateral jsonb_array_elements_text(files.tags) as tag
    where owner_id = ${ownerId} order by tag`.execute(db);
  return result.rows.map(({ tag }) => tag);
}

export async function updateTags(db: Db, scope: FileScope, id: string, tags: readonly string[]): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("files")
    .set({ tags: JSON.stringify(tags) })
    .where(scope.where)
    .where("id", "=", id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertFile(db: Db, row: Insertable<FilesTable>): Promise<void> {
  await db.insertInto("files").values(row).execute();
}

/**
 * Returns the total bytes of the owner's files without the file `exceptId`, including generated files and the declared
 * sizes of unfinished uploads. Acquires a lock: other calls for the same owner wait until the transaction ends.
 */
export async function lockUsedStorage(tx: Db, ownerId: OwnerId, exceptId = ""): Promise<UsedStorage> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`files of ${ownerId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ bytes: number; isOfGroup: boolean }>`
    select (
        (select coalesce(sum(coalesce(size, declared_size, 0)), 0) from files
          where owner_id = ${ownerId} and files.id <> ${exceptId})
        + (select coalesce(sum(size), 0) from generated_files where owner_id = ${ownerId} and deleted_at is null)
      )::bigint as bytes,
      exists (select from groups where id = ${ownerId}) as "isOfGroup"`.execute(tx);
  return { bytes: Number(rows[0]?.bytes ?? 0), isOfGroup: rows[0]?.isOfGroup ?? false };
}

/**
 * Records that the file's bytes are being written to `blobKey`, so that an earlier unfinished upload can no longer
 * complete, and clears the failure. Returns the previous blob key and the owner, or undefined if the file does not exist
 * or is already uploaded.
 */
export async function claimUpload(
  db: Db,
  scope: FileScope,
  id: string,
  blobKey: string,
): Promise<{ previousBlobKey: string; ownerId: OwnerId } | undefined> {
  const result = await sql<{ before: string; owner_id: string }>`
    update files set blob_key = ${blobKey}, failure = null
    from (select id, blob_key from files where ${scope.where} and id = ${id} for update) as old
    where files.id = old.id and files.uploaded_at is null
    returning old.blob_key as before, files.owner_id`.execute(db);
  const [row] = result.rows;
  return row && { previousBlobKey: row.before, ownerId: getOwnerIdOfRow(row) };
}

/** Records why the upload to `blobKey` failed, unless this upload was completed or a newer one has started. */
export async function setUploadFailure(
  db: Db,
  scope: FileScope,
  id: string,
  { blobKey, failure }: { blobKey: string; failure: string },
): Promise<void> {
  await db
    .updateTable("files")
    .set({ failure })
    .where(scope.where)
    .where("id", "=", id)
    .where("blob_key", "=", blobKey)
    .where("uploaded_at", "is", null)
    .execute();
}

export interface UploadedBlob {
  blobKey: string;
  size: number;
  /** In hexadecimal; null if a browser wrote the bytes directly to the store. */
  sha256: string | null;
  at: Date;
}

/** Marks a file as uploaded. Returns false if it is gone or already uploaded, or if a newer upload has started. */
export async function completeUpload(
  db: Db,
  scope: FileScope,
  id: string,
  uploadedBlob: UploadedBlob,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("files")
    .set({ size: uploadedBlob.size, sha256: uploadedBlob.sha256, uploaded_at: uploadedBlob.at })
    .where(scope.where)
    .where("id", "=", id)
    .where("blob_key", "=", uploadedBlob.blobKey)
    .where("uploaded_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the blob key and the document id of the deleted file; undefined if it did not exist. */
export async function deleteFile(
  db: Db,
  scope: FileScope,
  id: string,
): Promise<{ blob_key: string; document_id: string | null } | undefined> {
  return db
    .deleteFrom("files")
    .where(scope.where)
    .where("id", "=", id)
    .returning(["blob_key", "document_id"])
    .executeTakeFirst();
}

/** Lists files of the owner, except uploads that are unfinished and began after `directUploadsSince`, if it is set. */
export async function listDeletableFileIds(
  db: Db,
  ownerId: OwnerId,
  directUploadsSince: Date | null,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("files")
    .select("id")
    .where("owner_id", "=", ownerId)
    .$if(directUploadsSince !== null, (query) =>
      query.where((eb) => eb.or([eb("uploaded_at", "is not", null), eb("created_at", "<", directUploadsSince)])),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countFiles(db: Db, ownerId: OwnerId): Promise<number> {
  const { count } = await db
    .selectFrom("files")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("owner_id", "=", ownerId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface UnfinishedUpload {
  id: string;
  owner_id: string;
  blob_key: string;
}

/** Lists unfinished uploads of any owner that started before this time, oldest first. */
export async function listUnfinishedUploads(
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

/** Deletes the file's row, unless the upload was completed in the meantime. Returns true if it was deleted. */
export async function deleteUnfinishedUpload(db: Db, { id, owner_id }: UnfinishedUpload): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("files")
    .where("owner_id", "=", owner_id)
    .where("id", "=", id)
    .where("uploaded_at", "is", null)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
