import type { FileKind } from "@lectern/contract";
import { type ExpressionBuilder, type Selectable, type SqlBool, sql, type Updateable } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { DocumentsTable, FilesTable, Schema } from "../../../platform/db/schema.ts";
import { transaction } from "../../../platform/db/transaction.ts";

export type ArrivedFile = Pick<
  Selectable<FilesTable>,
  "id" | "name" | "type" | "blob_key" | "size" | "sha256" | "document_id" | "failure"
>;
export type DocumentState = Pick<
  Selectable<DocumentsTable>,
  "id" | "state" | "process_id" | "attempts" | "extractor" | "is_released"
>;

/** The right to read one document and to write what comes of it. */
export interface Claim {
  documentId: string;
  processId: string;
  attempts: number;
}

/** A file whose bytes are there. */
export async function findArrivedFile(db: Db, fileId: string): Promise<ArrivedFile | undefined> {
  return db
    .selectFrom("files")
    .select(["id", "name", "type", "blob_key", "size", "sha256", "document_id", "failure"])
    .where("id", "=", fileId)
    .where("uploaded_at", "is not", null)
    .executeTakeFirst();
}

export async function setFileHash(db: Db, fileId: string, sha256: string): Promise<void> {
  await db.updateTable("files").set({ sha256 }).where("id", "=", fileId).execute();
}

/** `failure`: why there will be no document, for people to read; null: none any more. */
export async function setFileFailure(db: Db, fileId: string, failure: string | null): Promise<void> {
  await db
    .updateTable("files")
    .set({ failure })
    .where("id", "=", fileId)
    .where("document_id", "is", null)
    .where("uploaded_at", "is not", null)
    .execute();
}

/** Takes the document from a file whose own bytes cannot be read. */
export async function unlinkFile(db: Db, fileId: string, failure: string): Promise<void> {
  await db.updateTable("files").set({ document_id: null, failure }).where("id", "=", fileId).execute();
}

/** Gives the file its document, made where there is none. `busy`: it is just being removed. `gone`: the file is. */
export async function linkDocument(
  db: Db,
  fileId: string,
  document: { id: string; kind: FileKind; size: number },
  now: Date,
): Promise<"linked" | "busy" | "gone"> {
  return transaction(db, async (tx) => {
    const file = await tx.selectFrom("files").select("id").where("id", "=", fileId).forUpdate().executeTakeFirst();
    if (!file) return "gone";
    const { is_released } = await tx
      .insertInto("documents")
      .values({ ...document, state: "queued", created_at: now, state_changed_at: now })
      // Changes nothing, but holds the row: it cannot be released before the file has it.
      .onConflict((oc) => oc.column("id").doUpdateSet({ size: (eb) => eb.ref("excluded.size") }))
      .returning("is_released")
      .executeTakeFirstOrThrow();
    if (is_released) return "busy";
    await tx.updateTable("files").set({ document_id: document.id }).where("id", "=", fileId).execute();
    return "linked";
  });
}

export async function findDocument(db: Db, id: string): Promise<DocumentState | undefined> {
  return db
    .selectFrom("documents")
    .select(["id", "state", "process_id", "attempts", "extractor", "is_released"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Takes the document as it was seen. Null: it has changed since, somebody else was quicker. */
export async function claimDocument(
  db: Db,
  seen: DocumentState,
  by: { processId: string; attempts: number; now: Date },
): Promise<Claim | null> {
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set({
      state: "extracting",
      process_id: by.processId,
      attempts: by.attempts,
      progress: 0,
      reason: null,
      can_retry: false,
      state_changed_at: by.now,
    })
    .where("id", "=", seen.id)
    .where("state", "=", seen.state)
    .where("attempts", "=", seen.attempts)
    .where("process_id", "is not distinct from", seen.process_id)
    .where("is_released", "=", false)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? { documentId: seen.id, processId: by.processId, attempts: by.attempts } : null;
}

/** `lost`: another process has taken it. `unwanted`: no file has it any more. */
export async function writeProgress(db: Db, claim: Claim, progress: number): Promise<"held" | "lost" | "unwanted"> {
  const row = await db
    .updateTable("documents")
    .set({ progress })
    .where(isHeld(claim))
    .returning(sql<SqlBool>`exists (select from files where files.document_id = documents.id)`.as("wanted"))
    .executeTakeFirst();
  if (!row) return "lost";
  return row.wanted ? "held" : "unwanted";
}

export type DocumentResult = Pick<
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
>;

/** False: the claim was lost, nothing is written. */
export async function markReady(db: Db, claim: Claim, result: DocumentResult, now: Date): Promise<boolean> {
  return endClaim(db, claim, {
    ...result,
    state: "ready",
    progress: 100,
    attempts: 0,
    embedding_state: "none",
    state_changed_at: now,
  });
}

/** `reason`: for people to read. `attempts`: how many processes have died over it. */
export async function markFailed(
  db: Db,
  claim: Claim,
  failure: { reason: string; canRetry: boolean; extractor: number; attempts: number },
  now: Date,
): Promise<boolean> {
  const { reason, canRetry, extractor, attempts } = failure;
  return endClaim(db, claim, {
    state: "failed",
    progress: 0,
    reason,
    can_retry: canRetry,
    extractor,
    attempts,
    content_key: null,
    preview_key: null,
    state_changed_at: now,
  });
}

/** As if it had not been claimed. */
export async function putBack(db: Db, claim: Claim, now: Date): Promise<boolean> {
  return endClaim(db, claim, {
    state: "queued",
    progress: 0,
    attempts: Math.max(0, claim.attempts - 1),
    state_changed_at: now,
  });
}

async function endClaim(db: Db, claim: Claim, set: Updateable<DocumentsTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set({ ...set, process_id: null })
    .where(isHeld(claim))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function isHeld(claim: Claim) {
  return (eb: ExpressionBuilder<Schema, "documents">) =>
    eb.and({ id: claim.documentId, state: "extracting", process_id: claim.processId, attempts: claim.attempts });
}

/** Has a document read again that is as it was seen. */
export async function queueAnew(db: Db, seen: DocumentState, now: Date): Promise<void> {
  await db
    .updateTable("documents")
    .set({ state: "queued", progress: 0, reason: null, can_retry: false, attempts: 0, state_changed_at: now })
    .where("id", "=", seen.id)
    .where("state", "=", seen.state)
    .where("is_released", "=", false)
    .execute();
}

/** A failed document that may succeed another time waits to be read again. False: it is none. */
export async function queueAgain(db: Db, documentId: string, now: Date): Promise<boolean> {
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

/** One of the files that have this document. */
export async function findFileOf(db: Db, documentId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("files")
    .select("id")
    .where("document_id", "=", documentId)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Marks a document that no file has. False: a file has it, somebody is reading it, or it is being released already. */
export async function markReleased(db: Db, documentId: string, now: Date): Promise<boolean> {
  return transaction(db, async (tx) => {
    const document = await tx
      .selectFrom("documents")
      .select(["state", "is_released"])
      .where("id", "=", documentId)
      .forUpdate()
      .executeTakeFirst();
    if (!document || document.state === "extracting" || document.is_released) return false;
    // Asked after the row was had: a file that took it meanwhile is seen.
    if (await findFileOf(tx, documentId)) return false;
    await tx
      .updateTable("documents")
      .set({ is_released: true, state_changed_at: now })
      .where("id", "=", documentId)
      .execute();
    return true;
  });
}

/** Its passages go with it. */
export async function deleteReleased(db: Db, documentId: string): Promise<void> {
  await db.deleteFrom("documents").where("id", "=", documentId).where("is_released", "=", true).execute();
}

/** Documents whose release was begun before, and not finished. */
export async function listReleasedBefore(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom("documents")
    .select("id")
    .where("is_released", "=", true)
    .where("state_changed_at", "<", before)
    .execute();
  return rows.map(({ id }) => id);
}

/** Documents that no file has and nobody has released. */
export async function listUnwanted(db: Db): Promise<string[]> {
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

export interface Unfinished {
  documentId: string;
  /** A file that has it; null: none has. */
  fileId: string | null;
  state: "queued" | "extracting";
  processId: string | null;
  since: Date;
}

/** Documents that wait or are being read. */
export async function listUnfinished(db: Db): Promise<Unfinished[]> {
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
    since: row.state_changed_at,
  }));
}

/** Gives up what a dead process had claimed; that it died counts. */
export async function takeFromDead(db: Db, documentId: string, processId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("documents")
    .set({ state: "queued", process_id: null, progress: 0, state_changed_at: now })
    .where("id", "=", documentId)
    .where("state", "=", "extracting")
    .where("process_id", "=", processId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Files whose bytes had come by then, and of which nothing was made since. */
export async function listWaitingFiles(db: Db, before: Date): Promise<string[]> {
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
