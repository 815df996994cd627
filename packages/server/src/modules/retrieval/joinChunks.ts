import type { Location } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { type ChunkTexts, joinChunkTexts } from "./joinChunkTexts.ts";
import { findChunks, findReplacedChunks, type QuotableChunk } from "./repository.ts";

/**
 * Returns the text of consecutive chunks of a document, as a search has found them, whether or not the document has
 * been read again since. Null if they do not exist.
 */
export async function joinChunks(
  { db }: Pick<Platform, "db">,
  documentId: string,
  chunkIds: readonly number[],
): Promise<(ChunkTexts & { locations: Location[] }) | null> {
  const isComplete = (found: readonly QuotableChunk[]) => found.length > 0 && found.length >= chunkIds.length;
  const isOfDocument = (chunk: QuotableChunk) => chunk.documentId === documentId;
  const currentChunks: QuotableChunk[] = (await findChunks(db, chunkIds)).filter(isOfDocument);
  const chunks = isComplete(currentChunks)
    ? currentChunks
    : (await findReplacedChunks(db, chunkIds)).filter(isOfDocument);
  if (!isComplete(chunks)) return null;
  chunks.sort((a, b) => a.position - b.position);
  const locations = chunks.flatMap((chunk) => chunk.locations);
  return {
    ...joinChunkTexts(chunks),
    locations: [...new Map(locations.map((location) => [JSON.stringify(location), location])).values()],
  };
}
