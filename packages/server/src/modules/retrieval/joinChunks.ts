import type { Location } from "@lectern/contract";
import type { Platform } from "../../core/context.ts";
import { type ChunkTexts, joinChunkTexts } from "./joinChunkTexts.ts";
import { findChunks } from "./repository.ts";

/**
 * Returns the text of consecutive chunks of a document, as a search has found them. Null if the document has been
 * split anew since.
 */
export async function joinChunks(
  { db }: Pick<Platform, "db">,
  documentId: string,
  chunkIds: readonly number[],
): Promise<(ChunkTexts & { locations: Location[] }) | null> {
  const chunks = (await findChunks(db, chunkIds)).filter((chunk) => chunk.documentId === documentId);
  if (chunks.length === 0 || chunks.length < chunkIds.length) return null;
  chunks.sort((a, b) => a.position - b.position);
  const locations = chunks.flatMap((chunk) => chunk.locations);
  return {
    ...joinChunkTexts(chunks),
    locations: [...new Map(locations.map((location) => [JSON.stringify(location), location])).values()],
  };
}
