import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** A document whose passages are waiting for, or getting, their vectors, by the file that came first. */
export interface QueuedEmbedding {
  documentId: string;
  since: Date | null;
  isTerminated: boolean;
  email: string;
  fileId: string;
  size: number;
}

const mostListed = 1_000;
const mostResumed = 5_000;

/** Puts a document in the queue for this model; false where it has nothing to search. Begins anew what was ended or failed. */
export async function queueEmbedding(db: Db, documentId: string, model: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable("documents")
    .set({ embedding_state: "queued", embedding_model: model, embedding_since: now, embedding_process_id: null })
    .where("id", "=", documentId)
    .where("chunk_count", ">", 0)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Begins, or goes on with, a document of the queue; false: it is not in the queue any more. */
export async function beginEmbedding(db: Db, documentId: string, model: string, processId: string): Promise<boolean> {
  const row = await db
    .updateTable("documents")
    .set({ embedding_state: "embedding", embedding_model: model, embedding_process_id: processId })
    .where("id", "=", documentId)
    .where("embedding_state", "in", ["queued", "embedding"])
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function isBeingEmbedded(db: Db, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("documents")
    .select("embedding_state")
    .where("id", "=", documentId)
    .executeTakeFirst();
  return row?.embedding_state === "embedding";
}

/** Ends what is under way; an end that somebody else has set stays. */
export async function endEmbedding(db: Db, documentId: string, state: "none" | "ready" | "failed"): Promise<void> {
  await db
    .updateTable("documents")
    .set({ embedding_state: state, embedding_process_id: null })
    .where("id", "=", documentId)
    .where("embedding_state", "in", ["queued", "embedding"])
    .execute();
}

/** Ends it for a file's document; false: no such file, or nothing of it is in the queue. */
export async function terminateByFile(db: Db, fileId: string): Promise<boolean> {
  const row = await db
    .updateTable("documents")
    .set({ embedding_state: "terminated" })
    .where("id", "=", ({ selectFrom }) => selectFrom("files").select("document_id").where("files.id", "=", fileId))
    .where("embedding_state", "in", ["queued", "embedding"])
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Who uploaded a document's bytes first; null: no file has them any more. */
export async function findFirstOwner(db: Db, documentId: string): Promise<string | null> {
  const row = await db
    .selectFrom("files")
    .select("owner_id")
    .where("document_id", "=", documentId)
    .orderBy(sql`uploaded_at nulls last`)
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row?.owner_id ?? null;
}

export async function listEmbeddingQueue(db: Db): Promise<QueuedEmbedding[]> {
  const rows = await db
    .selectFrom("documents")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("files")
          .select(["files.id as file_id", "files.owner_id", "files.size"])
          .whereRef("files.document_id", "=", "documents.id")
          .orderBy(sql`files.uploaded_at nulls last`)
          .orderBy("files.created_at")
          .orderBy("files.id")
          .limit(1)
          .as("first"),
      (join) => join.onTrue(),
    )
    .innerJoin("users", "users.id", "first.owner_id")
    .select([
      "documents.id",
      "documents.size as document_size",
      "documents.embedding_since",
      "documents.embedding_state",
      "first.file_id",
      "first.size",
      "users.email",
    ])
    .where("embedding_state", "in", ["queued", "embedding", "terminated"])
    .orderBy("embedding_since", "desc")
    .orderBy("documents.id")
    .limit(mostListed)
    .execute();
  return rows.map((row) => ({
    documentId: row.id,
    since: row.embedding_since,
    isTerminated: row.embedding_state === "terminated",
    email: row.email,
    fileId: row.file_id,
    size: row.size ?? row.document_size,
  }));
}

/** Documents whose vectors are not all there although nobody ended it: a server ended in the middle, or its model failed. */
export async function listUnfinishedEmbeddings(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("documents")
    .select("id")
    .where("embedding_state", "in", ["queued", "embedding", "failed"])
    .orderBy("embedding_since")
    .limit(mostResumed)
    .execute();
  return rows.map(({ id }) => id);
}
