import type { Db } from "../../platform/db/database.ts";
import type { Chunk } from "../../platform/documents/documentReader.ts";
import { deleteChunks, insertChunks, setSearchable } from "./repository.ts";

/** A statement of this size takes about 20 ms, during which the embedded database is blocked. */
const chunksPerStatement = 25;

/**
 * Replaces a document's passages. The document can only be searched after the last one is written, so an interrupted
 * call can simply be repeated. Calls `onBatch` with the number written so far. Returns the number of passages.
 */
export async function writeChunks(
  db: Db,
  documentId: string,
  chunks: AsyncIterable<readonly Chunk[]>,
  onBatch?: (written: number) => void | Promise<void>,
): Promise<number> {
  await deleteChunks(db, documentId);
  const languages = new Set<string>();
  let pending: Chunk[] = [];
  let written = 0;
  const flush = async (atLeast: number) => {
    while (pending.length >= atLeast && pending.length > 0) {
      const batch = pending.slice(0, chunksPerStatement);
      pending = pending.slice(batch.length);
      await insertChunks(db, documentId, written, batch);
      written += batch.length;
      await onBatch?.(written);
    }
  };
  for await (const batch of chunks) {
    for (const chunk of batch) languages.add(chunk.language);
    pending.push(...batch);
    await flush(chunksPerStatement);
  }
  await flush(1);
  await setSearchable(db, documentId, written, [...languages]);
  return written;
}
