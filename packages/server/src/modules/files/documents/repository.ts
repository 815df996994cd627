import type { ExtractionNote, FileKind } from "@lectern/contract";
import { type ExpressionBuilder, type Selectable, type SqlBool, sql, type Updateable, type UpdateObject } from "kysely";
import type { Db, DbTransaction } from "../../../platform/db/database.ts";
import type { DocumentsTable, FilesTable, Schema } from "../../../platform/db/schema.ts";
import { transaction } from "../../../platform/db/transaction.ts";

export type UploadedFile = Pick<
  Selectable<FilesTable>,
  "id" | "name" | "type" | "blob_key" | "size" | "sha256" | "encoding" | "document_id" | "failure"
>;
export type DocumentStateRow = Pick<
  Selectable<DocumentsTable>,
  "id" | "state" | "process_id" | "attempts" | "extractor" | "is_released"
>;

/** The exclusive right of a process to extract one document and to write the outcome. */
export interface DocumentClaim {
  documentId: string;
  processId: string;
  attempts: number;
}

/** Finds a file whose upload is complete. */
export async function findUploadedFile(db: Db, fileId: string): Promise<UploadedFile | undefined> {
  return db
    .selectFrom("files")
    .select(["id", "name", "type", "blob_key", "size", "sha256", "encoding", "document_id", "failure"])
    .where("id", "=", fileId)
    .where("uploaded_at", "is not", null)
    .executeTakeFirst();
}

export async function setFileHash(db: Db, fileId: string, sha256: string): Promise<void> {
  await db.updateTable("files").set({ sha256 }).where("id", "=", fileId).execute();
}

/**
 * Sets the message that tells the owner why a file has no document; null clears it. Does nothing if the file has a
 * document.
 */
export async function setFileFailure(db: Db, fileId: string, failure: string | null): Promise<void> {
  await db
    .updateTable("files")
    .set({ failure })
    .where("id", "=", fileId)
    .where("document_id", "is", null)
    .where("uploaded_at", "is not", null)
    .execute();
}

/** Sets the encoding of a file and removes its document. Returns the document's id; null if it had none. */
export async function setFileEncoding(db: Db, fileId: string, encoding: string | null): Promise<string | null> {
  return transaction(db, async (tx) => {
    const file = await tx
      .selectFrom("files")
      .select("document_id")
      .where("id", "=", fileId)
      .forUpdate()
      .executeTakeFirst();
    await tx
      .updateTable("files")
      .set({ encoding, document_id: null, failure: null })
      .where("id", "=", fileId)
      .execute();
    return file?.document_id ?? null;
  });
}

/** Removes the link between a file and its document, because the file's own bytes are missing or have changed. */
export async function unlinkFile(db: Db, fileId: string, failure: string): Promise<void> {
  await db.updateTable("files").set({ document_id: null, failure }).where("id", "=", fileId).execute();
}

/**
 * Links a file to a document, and creates the document if necessary. Returns `busy` if the document is being deleted,
 * and `gone` if the file no longer exists or has got
 * another encoding.
 */
export async function linkDocument(
  db: Db,
  { id: fileId, encoding }: Pick<UploadedFile, "id" | "encoding">,
  document: { id: string; kind: FileKind; size: number },
  now: Date,
): Promise<"linked" | "busy" | "gone"> {
  return transaction(db, async (tx) => {
    const file = await tx
      .selectFrom("files")
      .select("id")
      .where("id", "=", fileId)
      .where("encoding", "is not distinct from", encoding)
      .forUpdate()
      .executeTakeFirst();
    if (!file) return "gone";
    const { is_released } = await tx
      .insertInto("documents")
      .values({ ...document, state: "queued", created_at: now, state_changed_at: now })
      // Changes nothing, but locks the row, so that it cannot be released before the file references it.
      .onConflict((oc) => oc.column("id").doUpdateSet({ size: (eb) => eb.ref("excluded.size") }))
      .returning("is_released")
      .executeTakeFirstOrThrow();
    if (is_released) return "busy";
    await tx.updateTable("files").set({ document_id: document.id }).where("id", "=", fileId).execute();
    return "linked";
  });
}

export async function findDocument(db: Db, id: string): Promise<DocumentStateRow | undefined> {
  return db
    .selectFrom("documents")
    .select(["id", "state", "process_id", "attempts", "extractor", "is_released"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Claims the document. Returns null if the row has changed since it was read or the document is released. */
export async function claimDocument(
  db: Db,
  document: DocumentStateRow,
  { processId, attempts, now }: { processId: string; attempts: number; now: Date },
): Promise<DocumentClaim | null> {
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set({
      state: "extracting",
      process_id: processId,
      attempts,
      progress: 0,
      reason: null,
      can_retry: false,
      state_changed_at: now,
    })
    .where("id", "=", document.id)
    .where("state", "=", document.state)
    .where("attempts", "=", document.attempts)
    .where("process_id", "is not distinct from", document.process_id)
    .where("is_released", "=", false)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { documentId: document.id, processId, attempts } : null;
}

/**
 * Writes the progress. Returns `lost` if the claim is no longer valid, and `unreferenced` if no file references the
 * document any more.
 */
export async function updateProgress(
  db: Db,
  claim: DocumentClaim,
  progress: number,
): Promise<"held" | "lost" | "unreferenced"> {
  const row = await db
    .updateTable("documents")
    .set({ progress })
    .where(buildClaimCondition(claim))
    .returning(sql<SqlBool>`exists (select from files where files.document_id = documents.id)`.as("is_referenced"))
    .executeTakeFirst();
  if (!row) return "lost";
  return row.is_referenced ? "held" : "unreferenced";
}

export type ExtractionResult = Pick<
  Updateable<DocumentsTable>,
  | "kind"
  | "content_key"
  | "preview_key"
  | "total_items"
  | "total_tokens"
  | "image_tokens"
  | "width"
  | "height"
  | "language"
  | "location_properties"
  | "props"
  | "extractor"
  | "notes"
>;

/** Stores the result and ends the claim. Returns false, and writes nothing, if the claim was lost. */
export async function markReady(db: Db, claim: DocumentClaim, result: ExtractionResult, now: Date): Promise<boolean> {
  return finishClaim(db, claim, {
    ...result,
    state: "ready",
    progress: 100,
    attempts: 0,
    embedding_state: "none",
    state_changed_at: now,
    replaced_content: sql<string>`case when content_key is distinct from ${result.content_key} and content_key is not null
      then replaced_content || to_jsonb(content_key) else replaced_content end`,
  });
}

/** Stores a failure and ends the claim. `reason` is shown to people. */
export async function markFailed(
  db: Db,
  claim: DocumentClaim,
  failure: { reason: string; canRetry: boolean; extractor: number },
  now: Date,
): Promise<boolean> {
  const { reason, canRetry, extractor } = failure;
  return finishClaim(db, claim, {
    state: "failed",
    progress: 0,
    reason,
    can_retry: canRetry,
    extractor,
    attempts: 0,
    content_key: null,
    preview_key: null,
    notes: "[]",
    state_changed_at: now,
  });
}

/** Ends the claim and queues the document again. The attempt does not count. */
export async function releaseClaim(db: Db, claim: DocumentClaim, now: Date): Promise<boolean> {
  return finishClaim(db, claim, {
    state: "queued",
    progress: 0,
    attempts: Math.max(0, claim.attempts - 1),
    state_changed_at: now,
  });
}

async function finishClaim(db: Db, claim: DocumentClaim, changes: UpdateObject<Schema, "documents">): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set({ ...changes, process_id: null })
    .where(buildClaimCondition(claim))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function buildClaimCondition(claim: DocumentClaim) {
  return (eb: ExpressionBuilder<Schema, "documents">) =>
    eb.and({ id: claim.documentId, state: "extracting", process_id: claim.processId, attempts: claim.attempts });
}

/** Queues a document for another extraction if its state has not changed since it was read. */
export async function requeueDocument(db: Db, document: DocumentStateRow, now: Date): Promise<void> {
  await db
    .updateTable("documents")
    .set({ state: "queued", progress: 0, reason: null, can_retry: false, attempts: 0, state_changed_at: now })
    .where("id", "=", document.id)
    .where("state", "=", document.state)
    .where("is_released", "=", false)
    .execute();
}

/** Queues a failed document for another extraction. Returns false if it has not failed or cannot be retried. */
export async function requeueFailedDocument(db: Db, documentId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set({ state: "queued", progress: 0, reason: null, can_retry: false, attempts: 0, state_changed_at: now })
    .where("id", "=", documentId)
    .where("state", "=", "failed")
    .where("can_retry", "=", true)
    .where("is_released", "=", false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the id of the newest file that references this document. */
export async function findNewestFileId(db: Db, documentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("files")
    .select("id")
    .where("document_id", "=", documentId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Marks a document as released. Returns false if a file references it, a process is extracting it, or it is already
 * released or gone.
 */
export async function markReleased(db: Db, documentId: string, now: Date): Promise<boolean> {
  return transaction(db, async (tx) => {
    const document = await tx
      .selectFrom("documents")
      .select(["state", "is_released"])
      .where("id", "=", documentId)
      .forUpdate()
      .executeTakeFirst();
    if (!document || document.state === "extracting" || document.is_released) return false;
    // Check only after locking the row, to see files that were linked in the meantime.
    if (await findNewestFileId(tx, documentId)) return false;
    await tx
      .updateTable("documents")
      .set({ is_released: true, state_changed_at: now })
      .where("id", "=", documentId)
      .execute();
    return true;
  });
}

/** Deletes a released document. A foreign key deletes its chunks. */
export async function deleteReleasedDocument(db: Db, documentId: string): Promise<void> {
  await db.deleteFrom("documents").where("id", "=", documentId).where("is_released", "=", true).execute();
}

/** Lists the ids of documents that were marked as released before this time but not deleted. */
export async function listDocumentIdsReleasedBefore(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("documents")
    .select("id")
    .where("is_released", "=", true)
    .where("state_changed_at", "<", before)
    .execute();
  return rows.map(({ id }) => id);
}

/** Lists the ids of documents that are neither referenced by a file nor released. */
export async function listUnreferencedDocumentIds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("documents")
    .select("id")
    .where("is_released", "=", false)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom("files").select("files.id").whereRef("files.document_id", "=", "documents.id"))),
    )
    .execute();
  return rows.map(({ id }) => id);
}

export interface UnfinishedDocument {
  documentId: string;
  /** The newest file that references the document; null if there is none. */
  fileId: string | null;
  state: "queued" | "extracting";
  processId: string | null;
  /** When the state last changed. */
  stateChangedAt: Date;
}

/** Lists the documents that are queued or being extracted. */
export async function listUnfinishedDocuments(db: Db): Promise<UnfinishedDocument[]> {
  const rows = await db
    .selectFrom("documents")
    .select(["id", "state", "process_id", "state_changed_at"])
    .select(({ selectFrom }) =>
      selectFrom("files")
        .select("files.id")
        .whereRef("files.document_id", "=", "documents.id")
        .orderBy("files.created_at", "desc")
        .limit(1)
        .as("file_id"),
    )
    .where("state", "in", ["queued", "extracting"])
    .where("is_released", "=", false)
    .orderBy("state_changed_at")
    .execute();
  return rows.map((row) => ({
    documentId: row.id,
    fileId: row.file_id,
    state: row.state === "extracting" ? "extracting" : "queued",
    processId: row.process_id,
    stateChangedAt: row.state_changed_at,
  }));
}

/** Queues a document that a dead process had claimed. The attempt of that process counts. */
export async function reclaimDocument(db: Db, documentId: string, processId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set({ state: "queued", process_id: null, progress: 0, state_changed_at: now })
    .where("id", "=", documentId)
    .where("state", "=", "extracting")
    .where("process_id", "=", processId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lists the ids of files that were uploaded by this time and have neither a document nor a failure. */
export async function listUnprocessedFileIds(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("files")
    .select("id")
    .where("document_id", "is", null)
    .where("failure", "is", null)
    .where("uploaded_at", "<=", before)
    .orderBy("uploaded_at")
    .execute();
  return rows.map(({ id }) => id);
}

/** A document that an older reader has extracted or refused, with its newest file. */
export interface OutdatedDocument extends DocumentStateRow {
  kind: FileKind;
  content_key: string | null;
  notes: ExtractionNote[];
  file: UploadedFile;
}

/** Documents with a text, and those that could not be read, where another attempt of the same reader does not help. */
const isOutdated = (version: number) => (eb: ExpressionBuilder<Schema, "documents">) =>
  eb.and([
    eb.or([eb("state", "=", "ready"), eb.and([eb("state", "=", "failed"), eb("can_retry", "=", false)])]),
    eb("extractor", "<", version),
    eb("is_released", "=", false),
  ]);

/**
 * Lists the ids of documents that were extracted or refused by an older reader, those that answers have used last
 * first.
 */
export async function listOutdatedDocumentIds(db: Db, version: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("documents")
    .select("id")
    .where(isOutdated(version))
    .orderBy("used_at", (order) => order.desc().nullsLast())
    .orderBy("state_changed_at", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Counts another attempt to read a document again. Undefined if it is not outdated or has no file. */
export async function beginRereading(
  db: Db,
  documentId: string,
  version: number,
): Promise<OutdatedDocument | undefined> {
  const document = await db
    .updateTable("documents")
    .set((eb) => ({ attempts: eb("attempts", "+", 1) }))
    .where("id", "=", documentId)
    .where(isOutdated(version))
    .returning(["id", "state", "process_id", "attempts", "extractor", "is_released", "kind", "content_key", "notes"])
    .executeTakeFirst();
  const fileId = document && (await findNewestFileId(db, documentId));
  const file = fileId && (await findUploadedFile(db, fileId));
  return document && file ? { ...document, file } : undefined;
}

/** Records the outcome of reading a document again, unless its state has changed. Returns false if it has. */
export async function finishRereading(
  db: Db,
  document: OutdatedDocument,
  result: Updateable<DocumentsTable> & { extractor: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set({ ...result, attempts: 0 })
    .where("id", "=", document.id)
    .where("state", "=", document.state)
    .where("extractor", "<", result.extractor)
    .where("is_released", "=", false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Like `finishRereading`, for a document with another text. */
export async function replaceText(
  tx: DbTransaction,
  document: OutdatedDocument,
  result: ExtractionResult & { extractor: number },
  now: Date,
): Promise<boolean> {
  const isFailed = document.state === "failed";
  const replaced = document.content_key === result.content_key ? null : document.content_key;
  const isWritten = await finishRereading(tx, document, {
    ...result,
    ...(isFailed && { state: "ready", progress: 100, reason: null, embedding_state: "none", state_changed_at: now }),
  });
  if (isWritten && replaced !== null)
    await tx
      .updateTable("documents")
      .set({ replaced_content: sql<string>`replaced_content || to_jsonb(${replaced}::text)` })
      .where("id", "=", document.id)
      .execute();
  return isWritten;
}

/** The id under which the chunks of a document's new text are written. */
const getDraftId = (documentId: string) => `${documentId}.draft`;

/**
 * Creates or refreshes a row for chunks that are not yet those of the document. It counts as released, so nothing finds
 * it, and is deleted if it is not refreshed for a while.
 */
export async function keepDraft(db: Db, { id, kind, file }: OutdatedDocument, now: Date): Promise<string> {
  const draftId = getDraftId(id);
  await db
    .insertInto("documents")
    .values({
      id: draftId,
      kind,
      size: file.size ?? 0,
      state: "queued",
      is_released: true,
      created_at: now,
      state_changed_at: now,
    })
    .onConflict((oc) => oc.column("id").doUpdateSet({ state_changed_at: now }))
    .execute();
  return draftId;
}

/** Records that an answer has used these documents. Writes once an hour at most. */
export async function setDocumentsUsed(db: Db, documentIds: readonly string[], now: Date, before: Date): Promise<void> {
  await db
    .updateTable("documents")
    .set({ used_at: now })
    .where("id", "=", sql<string>`any(${[...documentIds]}::text[])`)
    .where((eb) => eb.or([eb("used_at", "is", null), eb("used_at", "<", before)]))
    .execute();
}

/** Returns the keys of all contents of a document, with those that newer ones have replaced. */
export async function listContentKeys(db: Db, documentId: string): Promise<string[]> {
  const row = await db
    .selectFrom("documents")
    .select(["content_key", "replaced_content"])
    .where("id", "=", documentId)
    .executeTakeFirst();
  return row ? [...(row.content_key === null ? [] : [row.content_key]), ...row.replaced_content.toReversed()] : [];
}
