import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { PrincipalsTable } from "../../platform/db/schema.ts";

/** A document whose embedding is queued, in progress, failed or terminated, with the oldest file that references it. */
export interface QueuedEmbedding {
  documentId: string;
  queuedAt: Date | null;
  state: UnfinishedState;
  /** The address of a person or the name of a group. */
  owner: string;
  fileId: string;
  size: number;
  /** Media type. */
  type: string;
  pages: number | null;
}

/** In the order in which they are listed. */
const unfinishedStates = ["embedding", "queued", "failed", "terminated"] as const;
export type UnfinishedState = (typeof unfinishedStates)[number];

const maxListedEmbeddings = 200;
const maxResumedEmbeddings = 5_000;

/**
 * Queues a document for embedding with this model, even if an earlier embedding was terminated or failed. Returns false
 * if the document has no chunks.
 */
export async function markEmbeddingQueued(db: Db, documentId: string, model: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable("documents")
    .set({ embedding_state: "queued", embedding_model: model, embedding_since: now, embedding_process_id: null })
    .where("id", "=", documentId)
    .where("chunk_count", ">", 0)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Starts or resumes the embedding of a document. Returns false if the embedding has ended or was never queued. */
export async function startEmbedding(db: Db, documentId: string, model: string, processId: string): Promise<boolean> {
  const row = await db
    .updateTable("documents")
    .set({ embedding_state: "embedding", embedding_model: model, embedding_process_id: processId })
    .where("id", "=", documentId)
    .where("embedding_state", "in", ["queued", "embedding"])
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

export async function findEmbedding(db: Db, documentId: string) {
  return db
    .selectFrom("documents")
    .select(["embedding_state as state", "embedding_model as model"])
    .where("id", "=", documentId)
    .executeTakeFirst();
}

export async function isBeingEmbedded(db: Db, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("documents")
    .select("embedding_state")
    .where("id", "=", documentId)
    .executeTakeFirst();
  return row?.embedding_state === "embedding";
}

/** True if the embedding is queued or in progress. */
export async function isUnfinished(db: Db, documentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("documents")
    .select("embedding_state")
    .where("id", "=", documentId)
    .executeTakeFirst();
  return row?.embedding_state === "queued" || row?.embedding_state === "embedding";
}

/** Sets the final state of an embedding, unless the embedding has already ended, for example by termination. */
export async function finishEmbedding(db: Db, documentId: string, state: "none" | "ready" | "failed"): Promise<void> {
  await db
    .updateTable("documents")
    .set({ embedding_state: state, embedding_process_id: null })
    .where("id", "=", documentId)
    .where("embedding_state", "in", ["queued", "embedding"])
    .execute();
}

/** Terminates the queued or running embedding of a file's document. Returns the document's id; null: there is none. */
export async function terminateEmbeddingByFile(db: Db, fileId: string): Promise<string | null> {
  const row = await db
    .updateTable("documents")
    .set({ embedding_state: "terminated" })
    .where("id", "=", ({ selectFrom }) => selectFrom("files").select("document_id").where("files.id", "=", fileId))
    .where("embedding_state", "in", ["queued", "embedding"])
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Finds a file's document if its embedding has failed or was terminated. */
export async function findEndedEmbedding(db: Db, fileId: string): Promise<string | null> {
  const row = await db
    .selectFrom("files")
    .innerJoin("documents", "documents.id", "files.document_id")
    .select("documents.id")
    .where("files.id", "=", fileId)
    .where("embedding_state", "in", ["failed", "terminated"])
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function countEmbeddings(db: Db): Promise<Record<"waiting" | "active" | "failed", number>> {
  const { rows } = await sql<Record<"waiting" | "active" | "failed", string>>`
    select count(*) filter (where embedding_state = 'queued') as waiting,
      count(*) filter (where embedding_state = 'embedding') as active,
      count(*) filter (where embedding_state = 'failed') as failed
    from documents where embedding_state in ('queued', 'embedding', 'failed')`.execute(db);
  const [counts] = rows;
  return {
    waiting: Number(counts?.waiting ?? 0),
    active: Number(counts?.active ?? 0),
    failed: Number(counts?.failed ?? 0),
  };
}

export interface DocumentOwner {
  id: string;
  kind: PrincipalsTable["kind"];
}

/** Lists who has files of the document, each once, in the order of their oldest files. Omits deleted groups. */
export async function listDocumentOwners(db: Db, documentId: string): Promise<DocumentOwner[]> {
  return db
    .selectFrom("files")
    .innerJoin("principals", "principals.id", "files.owner_id")
    .leftJoin("groups", "groups.id", "files.owner_id")
    .where("document_id", "=", documentId)
    .where("groups.deleted_at", "is", null)
    .groupBy(["principals.id", "principals.kind"])
    .select(["principals.id", "principals.kind"])
    .orderBy(sql`min(files.uploaded_at) nulls last`)
    .orderBy(sql`min(files.created_at)`)
    .orderBy("principals.id")
    .execute();
}

export async function listEmbeddingQueue(db: Db): Promise<QueuedEmbedding[]> {
  const rows = await db
    .selectFrom("documents")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("files")
          .select(["files.id as file_id", "files.owner_id", "files.size", "files.type"])
          .whereRef("files.document_id", "=", "documents.id")
          .orderBy(sql`files.uploaded_at nulls last`)
          .orderBy("files.created_at")
          .orderBy("files.id")
          .limit(1)
          .as("first"),
      (join) => join.onTrue(),
    )
    .leftJoin("users", "users.id", "first.owner_id")
    .leftJoin("groups", "groups.id", "first.owner_id")
    .select([
      "documents.id",
      "documents.size as document_size",
      "documents.embedding_since",
      "documents.embedding_state",
      "first.file_id",
      "first.size",
      "first.type",
      "documents.total_items",
      sql<string>`coalesce(users.email, groups.name, '')`.as("owner"),
    ])
    .where("embedding_state", "in", [...unfinishedStates])
    .orderBy(sql`array_position(${[...unfinishedStates]}::text[], embedding_state)`)
    .orderBy("embedding_since", "desc")
    .orderBy("documents.id")
    .limit(maxListedEmbeddings)
    .execute();
  return rows.map((row) => ({
    documentId: row.id,
    queuedAt: row.embedding_since,
    // The condition above excludes the others.
    state: row.embedding_state as UnfinishedState,
    owner: row.owner,
    fileId: row.file_id,
    size: row.size ?? row.document_size,
    type: row.type,
    pages: row.total_items,
  }));
}

/**
 * Lists the documents whose embedding is queued, in progress or failed, but not terminated. `processId`: the process
 * that embeds the document; null: none.
 */
export async function listUnfinishedEmbeddings(db: Db): Promise<{ documentId: string; processId: string | null }[]> {
  const rows = await db
    .selectFrom("documents")
    .select(["id", "embedding_process_id"])
    .where("embedding_state", "in", ["queued", "embedding", "failed"])
    .orderBy("embedding_since")
    .limit(maxResumedEmbeddings)
    .execute();
  return rows.map((row) => ({ documentId: row.id, processId: row.embedding_process_id }));
}
