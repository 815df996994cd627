import { type Insertable, type Selectable, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { GeneratedFilesTable } from "../../../platform/db/schema.ts";
import type { OwnerId } from "../../access/service.ts";

export type GeneratedFileRow = Selectable<GeneratedFilesTable>;

export async function insertGeneratedFile(
  db: Db,
  row: Insertable<GeneratedFilesTable> & { owner_id: OwnerId },
): Promise<void> {
  await db.insertInto("generated_files").values(row).execute();
}

/** Finds files of the owner whose bytes have arrived. `assistantId`: only those of this code interpreter. */
export async function findGeneratedFiles(
  db: Db,
  ownerId: OwnerId,
  keys: readonly string[],
  assistantId?: string,
): Promise<GeneratedFileRow[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom("generated_files")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("id", "in", [...keys])
    .where("uploaded_at", "is not", null)
    .where("deleted_at", "is", null)
    .$if(assistantId !== undefined, (query) => query.where("assistant_id", "=", assistantId ?? ""))
    .execute();
}

/**
 * Records that the bytes of a file are written to this blob, so that an earlier upload of it can no longer complete.
 * Returns the blob that the earlier one has written; undefined if there is no such file or its bytes have arrived.
 */
export async function claimUpload(
  db: Db,
  ownerId: OwnerId,
  key: string,
  blobKey: string,
): Promise<{ previousBlobKey: string } | undefined> {
  return db
    .updateTable("generated_files as file")
    .from((from) =>
      from
        .selectFrom("generated_files")
        .select(["id", "blob_key"])
        .where("owner_id", "=", ownerId)
        .where("id", "=", key)
        .forUpdate()
        .as("previous"),
    )
    .set({ blob_key: blobKey })
    .whereRef("file.id", "=", "previous.id")
    .where("file.uploaded_at", "is", null)
    .where("file.deleted_at", "is", null)
    .returning("previous.blob_key as previousBlobKey")
    .executeTakeFirst();
}

/** Returns false if another upload of the file has begun since, or the file is deleted. */
export async function completeUpload(db: Db, key: string, blobKey: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("generated_files")
    .set({ uploaded_at: at })
    .where("id", "=", key)
    .where("blob_key", "=", blobKey)
    .where("uploaded_at", "is", null)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True if the bytes of the file are those of this blob. */
export async function isUploadComplete(db: Db, key: string, blobKey: string): Promise<boolean> {
  const row = await db
    .selectFrom("generated_files")
    .select("uploaded_at")
    .where("id", "=", key)
    .where("blob_key", "=", blobKey)
    .executeTakeFirst();
  return row != null && row.uploaded_at !== null;
}

/** Makes files of the owner part of a cloud conversation, with which they are deleted. If it is gone by now, they are, too. */
export async function setConversation(
  db: Db,
  ownerId: OwnerId,
  keys: readonly string[],
  { conversationId, at }: { conversationId: string; at: Date },
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    update generated_files set conversation_id = ${conversationId},
      deleted_at = case when conversation.is_gone then ${at}::timestamptz end,
      deleted_with_conversation = conversation.is_gone
    from (
      select not exists (select from conversations where owner_id = ${ownerId} and id = ${conversationId}) as is_gone
    ) conversation
    where owner_id = ${ownerId} and id = any(${[...keys]}::text[]) and deleted_at is null`.execute(db);
}

/** Hides the owner's files of a code interpreter, or of one of its threads, until their bytes are removed. Returns their number. */
export async function markDeleted(
  db: Db,
  ownerId: OwnerId,
  by: { assistantId: string } | { threadId: string },
  at: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("generated_files")
    .set({ deleted_at: at, deleted_with_conversation: false })
    .where("owner_id", "=", ownerId)
    .where((where) => where.or([where("deleted_at", "is", null), where("deleted_with_conversation", "=", true)]))
    .$if("assistantId" in by, (query) => query.where("assistant_id", "=", "assistantId" in by ? by.assistantId : ""))
    .$if("threadId" in by, (query) => query.where("thread_id", "=", "threadId" in by ? by.threadId : ""))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * Lists files that are deleted, and those that were begun before this time and never arrived. Files of deleted conversations
 * are listed if they were deleted before `deletedBefore`.
 */
export async function listUnneededFiles(
  db: Db,
  { begunBefore, deletedBefore }: { begunBefore: Date; deletedBefore: Date },
  limit: number,
): Promise<GeneratedFileRow[]> {
  return db
    .selectFrom("generated_files")
    .selectAll()
    .where((where) =>
      where.or([
        where.and([where("deleted_at", "is not", null), where("deleted_with_conversation", "=", false)]),
        where("deleted_at", "<", deletedBefore),
        where.and([where("uploaded_at", "is", null), where("created_at", "<", begunBefore)]),
      ]),
    )
    .orderBy("created_at")
    .limit(limit)
    .execute();
}

/** Hides files that arrived before `arrivedBefore` and of which the owner has no conversation, until their bytes are removed. */
export async function markOrphansDeleted(db: Db, arrivedBefore: Date, at: Date): Promise<void> {
  await sql`
    update generated_files as file set deleted_at = ${at}::timestamptz
    where deleted_at is null and uploaded_at < ${arrivedBefore}::timestamptz and not exists (
      select from conversations where owner_id = file.owner_id and id = file.conversation_id
    ) and not exists (
      select from conversations where owner_id = file.owner_id and code_interpreter_assistant_id = file.assistant_id
    )`.execute(db);
}

/** Counts the files of the owner that are not deleted, including those that have not arrived. */
export async function countFiles(db: Db, ownerId: OwnerId): Promise<number> {
  const { count } = await db
    .selectFrom("generated_files")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("owner_id", "=", ownerId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function listFilesOfOwner(db: Db, ownerId: OwnerId, limit: number): Promise<GeneratedFileRow[]> {
  return db.selectFrom("generated_files").selectAll().where("owner_id", "=", ownerId).limit(limit).execute();
}

/** Deletes the row of a file whose bytes are removed, unless an upload has written others since. */
export async function deleteGeneratedFile(
  db: Db,
  { id, blob_key }: Pick<GeneratedFileRow, "id" | "blob_key">,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("generated_files")
    .where("id", "=", id)
    .where("blob_key", "=", blob_key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the declared size of a file of the owner; null if there is no such file. */
export async function findUploadSize(db: Db, ownerId: OwnerId, key: string): Promise<number | null> {
  const row = await db
    .selectFrom("generated_files")
    .select("size")
    .where("owner_id", "=", ownerId)
    .where("id", "=", key)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return row?.size ?? null;
}
