import type { Location } from "@lectern/contract";
import { isPageBreak, minTokensAtPageBreak } from "../../platform/documents/chunking/isPageBreak.ts";
import { type ChunkTexts, joinChunkTexts } from "./joinChunkTexts.ts";
import type { StoredChunk } from "./repository.ts";

/** One or more consecutive chunks of a document that match a question. */
export interface Passage extends ChunkTexts {
  documentId: string;
  chunkIds: string[];
  locations: Location[];
  originalIndexes: number[];
  charIndex: number;
  tokens: number;
  score: number;
}

export interface ScoredChunk extends StoredChunk {
  score: number;
}

/**
 * Builds passages from chunks, which are sorted best first: drops duplicate texts, uses at most `limit` chunks with
 * together at most `maxTokens` tokens, and joins neighbours in a document. Returns the passages best first.
 */
export function buildPassages(
  chunks: readonly ScoredChunk[],
  { limit, maxTokens }: { limit: number; maxTokens: number },
): Passage[] {
  const seenTexts = new Set<string>();
  const selectedChunks: ScoredChunk[] = [];
  let tokens = 0;
  for (const chunk of chunks) {
    if (selectedChunks.length >= limit) break;
    const text = chunk.content.replace(/\s+/g, " ").trim();
    if (seenTexts.has(text) || tokens + chunk.tokens > maxTokens) continue;
    seenTexts.add(text);
    selectedChunks.push(chunk);
    tokens += chunk.tokens;
  }
  return groupNeighbours(selectedChunks)
    .map(toPassage)
    .sort((a, b) => b.score - a.score);
}

/** Neighbours are joined up to this size, because a citation points to a whole passage. */
const maxPassageTokens = 1_000;

function groupNeighbours(chunks: readonly ScoredChunk[]): ScoredChunk[][] {
  const groups: ScoredChunk[][] = [];
  const sortedChunks = chunks.toSorted((a, b) =>
    a.documentId === b.documentId ? a.position - b.position : a.documentId < b.documentId ? -1 : 1,
  );
  for (const chunk of sortedChunks) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    const isNext = previous?.documentId === chunk.documentId && previous.position + 1 === chunk.position;
    if (group && isNext && sumTokens(group) + chunk.tokens <= maxPassageTokens && !isLocationBoundary(group, chunk)) {
      group.push(chunk);
    } else groups.push([chunk]);
  }
  return groups;
}

/** True at the boundary of two pages, slides or sheets that both have enough text for a separate passage. */
function isLocationBoundary(group: readonly ScoredChunk[], next: ScoredChunk): boolean {
  const lastLocation = group.at(-1)?.locations.at(-1);
  const nextLocation = next.locations[0];
  const isBoundary =
    lastLocation !== undefined && nextLocation !== undefined && isPageBreak(lastLocation, nextLocation);
  return isBoundary && sumTokens(group) >= minTokensAtPageBreak && next.tokens >= minTokensAtPageBreak;
}

function sumTokens(chunks: readonly ScoredChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
}

function toPassage(group: readonly ScoredChunk[]): Passage {
  const [firstChunk] = group;
  if (!firstChunk) throw new Error("a passage has at least one chunk");
  const locations = new Map(
    group.flatMap((chunk) => chunk.locations).map((location) => [JSON.stringify(location), location]),
  );
  return {
    documentId: firstChunk.documentId,
    chunkIds: group.map(({ id }) => String(id)),
    ...joinChunkTexts(group),
    locations: [...locations.values()],
    originalIndexes: [...new Set(group.flatMap((chunk) => chunk.originalIndexes))],
    charIndex: firstChunk.charIndex,
    tokens: sumTokens(group),
    score: Math.max(...group.map(({ score }) => score)),
  };
}
