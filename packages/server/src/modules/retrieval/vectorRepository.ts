import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import { withoutStatementTimeout } from "../../platform/db/statementTimeout.ts";
import { transaction } from "../../platform/db/transaction.ts";

/** `vectors` have the same number of dimensions. `limit` holds for each of them. */
interface NearestChunksQuery {
  model: string;
  vectors: readonly (readonly number[])[];
  limit: number;
}

/** `distance`: the cosine distance, from 0 (same direction) to 2. */
export interface NearestChunk {
  id: number;
  documentId: string;
  distance: number;
}

/** Maximum dimensions that pgvector can index, with full and with half precision. */
const maxIndexedDimensions = { vector: 2_000, halfvec: 4_000 };

const toVectorLiteral = (vector: readonly number[]): RawBuilder<string> =>
  sql<string>`${`[${vector.join(",")}]`}::vector`;

/**
 * Creates the pgvector extension and the table. Returns false if the server does not have pgvector. Throws the
 * database's error if the database user may not create the extension. Several processes may call this at the same time.
 */
export async function createVectorTable(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_available_extensions where name = 'vector'`.execute(db);
  if (rows.length === 0) return false;
  await transaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('chunk_vectors'))`.execute(tx);
    await sql`create extension if not exists vector`.execute(tx);
    await sql`
      create table if not exists chunk_vectors (
        chunk_id bigint not null references chunks (id) on delete cascade,
        document_id text not null,
        model text not null,
        embedding vector not null,
        primary key (chunk_id, model)
      )`.execute(tx);
    await sql`create index if not exists chunk_vectors_document on chunk_vectors (document_id, model)`.execute(tx);
  });
  return true;
}

export async function hasVectorTable(db: Db): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('chunk_vectors') is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** Lists up to `limit` chunks of a document that have no vector of this model yet, in reading order. */
export async function listChunksWithoutVector(
  db: Db,
  documentId: string,
  model: string,
  limit: number,
): Promise<{ id: number; content: string }[]> {
  return db
    .selectFrom("chunks")
    .select(["chunks.id", "chunks.content"])
    .where("chunks.document_id", "=", documentId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("chunk_vectors")
            .select("chunk_id")
            .whereRef("chunk_vectors.chunk_id", "=", "chunks.id")
            .where("chunk_vectors.model", "=", model),
        ),
      ),
    )
    .orderBy("chunks.position")
    .limit(limit)
    .execute();
}

/** Inserts the vectors of those chunks that still exist. */
export async function insertVectors(
  db: Db,
  documentId: string,
  model: string,
  vectors: readonly { chunkId: number; vector: readonly number[] }[],
): Promise<void> {
  if (vectors.length === 0) return;
  const rows = vectors.map(({ chunkId, vector }) => sql`(${chunkId}::bigint, ${toVectorLiteral(vector)})`);
  await sql`
    insert into chunk_vectors (chunk_id, document_id, model, embedding)
    select given.id, ${documentId}, ${model}, given.embedding
    from (values ${sql.join(rows)}) as given (id, embedding)
    join chunks on chunks.id = given.id
    on conflict do nothing`.execute(db);
}

/** How many chunks get their vectors in one statement; an index makes this slow. */
const copiedPerStatement = 500;

/** Gives the chunks of a draft the vectors of those chunks of the document that have the same text. */
export async function copyVectors(db: Db, documentId: string, draftId: string, chunkCount: number): Promise<void> {
  for (let from = 0; from < chunkCount; from += copiedPerStatement)
    await sql`
      insert into chunk_vectors (chunk_id, document_id, model, embedding)
      select draft.id, ${documentId}, known.model, known.embedding
      from chunks as draft join (
        select distinct on (content, model) content, model, embedding
        from chunks join chunk_vectors on chunk_id = chunks.id where chunks.document_id = ${documentId}
      ) as known on known.content = draft.content
      where draft.document_id = ${draftId} and position >= ${from} and position < ${from + copiedPerStatement}`.execute(
      db,
    );
}

/** Deletes the vectors of other models. Call this when the document has all vectors of this model. */
export async function deleteVectorsOfOtherModels(db: Db, documentId: string, model: string): Promise<void> {
  await db.deleteFrom("chunk_vectors").where("document_id", "=", documentId).where("model", "<>", model).execute();
}

/** Runs one selection of nearest chunks per vector in one statement. Returns one list per vector, nearest first. */
async function selectNearestChunks(
  db: Db,
  vectors: NearestChunksQuery["vectors"],
  buildSelection: (vector: readonly number[]) => RawBuilder<unknown>,
): Promise<NearestChunk[][]> {
  const results: NearestChunk[][] = vectors.map(() => []);
  if (vectors.length === 0) return results;
  const selections = vectors.map(
    (vector, index) =>
      sql`select ${sql.lit(index)} as query_index, id, document_id, distance from (${buildSelection(vector)}) as nearest`,
  );
  const { rows } = await sql<{
    query_index: number;
    id: number;
    document_id: string;
    distance: number;
  }>`${sql.join(selections, sql` union all `)}`.execute(db);
  for (const { query_index, id, document_id, distance } of rows)
    results[query_index]?.push({ id, documentId: document_id, distance });
  return results.map((list) => list.sort((a, b) => a.distance - b.distance || a.id - b.id));
}

/** Returns the number of dimensions that the vectors of some documents have; null if they have none of this model. */
export async function findDimensions(db: Db, model: string, documentIds: readonly string[]): Promise<number | null> {
  const { rows } = await sql<{ dimensions: number }>`
    select vector_dims(embedding) as dimensions from chunk_vectors
    where document_id = any(${[...documentIds]}::text[]) and model = ${model} limit 1`.execute(db);
  return rows[0]?.dimensions ?? null;
}

/** Returns the nearest chunks of some documents to each vector, by comparing all their vectors. */
export async function findNearestChunks(
  db: Db,
  { model, vectors, limit, documentIds }: NearestChunksQuery & { documentIds: readonly string[] },
): Promise<NearestChunk[][]> {
  return selectNearestChunks(
    db,
    vectors,
    (vector) => sql`
      select chunk_id as id, document_id, distance
      from (
        select chunk_id, document_id, embedding <=> ${toVectorLiteral(vector)} as distance from chunk_vectors
        where document_id = any(${[...documentIds]}::text[]) and model = ${model} and vector_dims(embedding) = ${vector.length} offset 0
      ) as compared
      order by distance, chunk_id limit ${limit}`,
  );
}

/** Sorts those given chunks that have a vector of this model by their distance to each vector. */
export async function sortChunksByDistance(
  db: Db,
  { model, vectors, limit, chunkIds }: NearestChunksQuery & { chunkIds: readonly number[] },
): Promise<NearestChunk[][]> {
  return selectNearestChunks(
    db,
    vectors,
    (vector) => sql`
      select chunk_id as id, document_id, embedding <=> ${toVectorLiteral(vector)} as distance from chunk_vectors
      where chunk_id = any(${[...chunkIds]}::bigint[]) and model = ${model} and vector_dims(embedding) = ${vector.length}
      order by distance, chunk_id limit ${limit}`,
  );
}

const buildIndexName = (model: string) =>
  `chunk_vectors_near_${createHash("sha256").update(model).digest("hex").slice(0, 16)}`;

export async function hasVectorIndex(db: Db, model: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass(${buildIndexName(model)}) is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

/** Returns the type and operator class of the index. A query must cast to this type to use the index. */
function getVectorIndexParts(dimensions: number) {
  const type = dimensions <= maxIndexedDimensions.vector ? "vector" : "halfvec";
  return { cast: sql.raw(`${type}(${dimensions})`), operatorClass: sql.raw(`${type}_cosine_ops`) };
}

/**
 * Creates the HNSW index for a model's vectors, unless there are too many dimensions for this version of pgvector: HNSW
 * exists since 0.5, and half precision since 0.7.
 */
export async function createVectorIndex(db: Db, model: string, dimensions: number): Promise<void> {
  if (dimensions > maxIndexedDimensions.halfvec) return;
  const { rows } = await sql<{ half: boolean }>`
    select to_regtype('halfvec') is not null as half from pg_am where amname = 'hnsw'`.execute(db);
  const [support] = rows;
  if (!support || (dimensions > maxIndexedDimensions.vector && !support.half)) return;
  const { cast, operatorClass } = getVectorIndexParts(dimensions);
  const indexCreation = sql`
    create index if not exists ${sql.id(buildIndexName(model))} on chunk_vectors
    using hnsw ((embedding::${cast}) ${operatorClass}) where model = ${sql.lit(model)}`;
  await withoutStatementTimeout(db, (connection) => indexCreation.execute(connection));
}

/** Like `findNearestChunks`, but approximate. The HNSW index covers all documents, so the query filters its results. */
export async function findNearestChunksByIndex(
  db: Db,
  { model, vectors, limit, documentIds }: NearestChunksQuery & { documentIds: readonly string[] },
): Promise<NearestChunk[][]> {
  return transaction(db, async (tx) => {
    // An older pgvector has no iterative scan. `set_config` then sets a parameter that has no effect.
    await sql`select set_config('hnsw.ef_search', '400', true), set_config(name, 'relaxed_order', true)
      from (select coalesce((select name from pg_settings where name = 'hnsw.iterative_scan'), 'lectern.no_iterative_scan') as name) as known`.execute(
      tx,
    );
    return selectNearestChunks(tx, vectors, (vector) => {
      const { cast } = getVectorIndexParts(vector.length);
      const distance = sql`embedding::${cast} <=> ${toVectorLiteral(vector)}::${cast}`;
      return sql`
        select chunk_id as id, document_id, ${distance} as distance from chunk_vectors
        where model = ${sql.lit(model)} and document_id = any(${[...documentIds]}::text[])
        order by ${distance} limit ${limit}`;
    });
  });
}
