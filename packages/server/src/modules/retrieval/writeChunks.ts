import type { Db } from "../../platform/db/database.ts";
import type { Chunk } from "../../platform/documents/documentReader.ts";
import { deleteChunks, insertChunks, setSearchable } from "./repository.ts";

/** A statement of so many passages takes some 20 ms, for which the embedded database serves nobody else. */
const chunksPerStatement = 25;

/**
 * Writes a document's passages in place of those it has. It can be searched when all of them are there; until then it is found by
 * nothing, so that a run that was cut off is simply done again. `onBatch` is told how many are written. Gives their number.
 */
export async function writeChunks(
  db: Db,
  documentId: string,
  chunks: AsyncIterable<readonly Chunk[]>,
  onBatch?: (written: number) => void | Promise<void>,
): Promise<number> {
  await deleteChunks(db, documentId);
  const languages = new Set<string>();
  let waiting: Chunk[] = [];
  let written = 0;
  const flush = async (atLeast: number) => {
    while (waiting.length >= atLeast && waiting.length > 0) {
      const batch = waiting.slice(0, chunksPerStatement);
      waiting = waiting.slice(batch.length);
      await insertChunks(db, documentId, written, batch);
      written += batch.length;
      await onBatch?.(written);
    }
  };
  for await (const some of chunks) {
    for (const chunk of some) languages.add(chunk.language);
    waiting.push(...some);
    await flush(chunksPerStatement);
  }
  await flush(1);
  await setSearchable(db, documentId, written, [...languages]);
  return written;
}
