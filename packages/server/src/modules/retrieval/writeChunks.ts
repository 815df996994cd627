import type { Db, DbTransaction } from "../../platform/db/database.ts";
import type { Chunk } from "../../platform/documents/documentReader.ts";
import { deleteChunks, findChunkSummary, insertChunks, moveChunks, setChunkSummary } from "./repository.ts";
import { copyVectors, hasVectorTable } from "./vectorRepository.ts";

/** A statement of this size takes about 20 ms, during which the embedded database is blocked. */
const chunksPerStatement = 25;

/**
 * Replaces a document's chunks. The document can be searched only after the last chunk has been written, so an
 * interrupted call can simply be repeated. Calls `onBatch` with the number written so far. Returns the number of
 * chunks.
 */
export async function writeChunks(
  db: Db,
  documentId: string,
  chunks: AsyncIterable<readonly Chunk[]>,
  onBatch?: (writtenCount: number) => void | Promise<void>,
): Promise<number> {
  await deleteChunks(db, documentId);
  const languages = new Set<string>();
  let pendingChunks: Chunk[] = [];
  let writtenCount = 0;
  const flush = async (minChunks: number) => {
    while (pendingChunks.length >= minChunks && pendingChunks.length > 0) {
      const batch = pendingChunks.slice(0, chunksPerStatement);
      pendingChunks = pendingChunks.slice(batch.length);
      await insertChunks(db, documentId, writtenCount, batch);
      writtenCount += batch.length;
      await onBatch?.(writtenCount);
    }
  };
  for await (const batch of chunks) {
    for (const chunk of batch) languages.add(chunk.language);
    pendingChunks.push(...batch);
    await flush(chunksPerStatement);
  }
  await flush(1);
  await setChunkSummary(db, documentId, writtenCount, [...languages]);
  return writtenCount;
}

/**
 * Replaces a document's chunks with those that have been written for its draft. Vectors of chunks with the same text
 * stay. Returns false if the draft or some of its chunks are gone; the caller then rolls back.
 */
export async function adoptChunks(tx: DbTransaction, documentId: string, draftId: string): Promise<boolean> {
  const draft = await findChunkSummary(tx, draftId);
  if (!draft) return false;
  if (await hasVectorTable(tx)) await copyVectors(tx, documentId, draftId, draft.chunk_count);
  await deleteChunks(tx, documentId);
  if ((await moveChunks(tx, draftId, documentId)) !== draft.chunk_count) return false;
  await setChunkSummary(tx, documentId, draft.chunk_count, draft.chunk_languages);
  return true;
}
