import type { Location } from "@lectern/contract";
import { fairTokens, isOtherPlace } from "../../platform/documents/chunking/isOtherPlace.ts";
import type { ChunkText } from "./repository.ts";

/** What answers a question: one stretch of one document. */
export interface Passage {
  documentId: string;
  chunkIds: string[];
  content: string;
  locations: Location[];
  originalIndexes: number[];
  charIndex: number;
  tokens: number;
  score: number;
}

export interface ScoredChunk extends ChunkText {
  score: number;
}

/**
 * Makes passages of chunks that come best first: neighbours in a document become one, a text that was there already is dropped, and no
 * more tokens are taken than `maxTokens`. Best first.
 */
export function joinPassages(
  chunks: readonly ScoredChunk[],
  { limit, maxTokens }: { limit: number; maxTokens: number },
): Passage[] {
  const seen = new Set<string>();
  const taken: ScoredChunk[] = [];
  let tokens = 0;
  for (const chunk of chunks) {
    if (taken.length >= limit) break;
    const text = chunk.content.replace(/\s+/g, " ").trim();
    if (seen.has(text) || tokens + chunk.tokens > maxTokens) continue;
    seen.add(text);
    taken.push(chunk);
    tokens += chunk.tokens;
  }
  return neighbourhoods(taken)
    .map(toPassage)
    .sort((a, b) => b.score - a.score);
}

/** An answer cites a passage as one place: neighbours are joined up to so many tokens. */
const longestPassage = 1_000;

function neighbourhoods(chunks: readonly ScoredChunk[]): ScoredChunk[][] {
  const groups: ScoredChunk[][] = [];
  const inOrder = chunks.toSorted((a, b) =>
    a.documentId === b.documentId ? a.position - b.position : a.documentId < b.documentId ? -1 : 1,
  );
  for (const chunk of inOrder) {
    const group = groups.at(-1);
    const previous = group?.at(-1);
    const isNext = previous?.documentId === chunk.documentId && previous.position + 1 === chunk.position;
    if (group && isNext && tokensOf(group) + chunk.tokens <= longestPassage && !endsPlace(group, chunk)) {
      group.push(chunk);
    } else groups.push([chunk]);
  }
  return groups;
}

/** Between two pages, slides or sheets, each with enough to be cited alone. */
function endsPlace(group: readonly ScoredChunk[], next: ScoredChunk): boolean {
  const before = group.at(-1)?.locations.at(-1);
  const after = next.locations[0];
  const isBorder = before !== undefined && after !== undefined && isOtherPlace(before, after);
  return isBorder && tokensOf(group) >= fairTokens && next.tokens >= fairTokens;
}

function tokensOf(chunks: readonly ScoredChunk[]): number {
  return chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
}

function toPassage(group: readonly ScoredChunk[]): Passage {
  const [first] = group;
  if (!first) throw new Error("a passage has at least one chunk");
  const locations = new Map(group.flatMap((chunk) => chunk.locations).map((place) => [JSON.stringify(place), place]));
  return {
    documentId: first.documentId,
    chunkIds: group.map(({ id }) => String(id)),
    content: group.map(({ content }) => content).join("\n\n"),
    locations: [...locations.values()],
    originalIndexes: [...new Set(group.flatMap((chunk) => chunk.originalIndexes))],
    charIndex: first.charIndex,
    tokens: tokensOf(group),
    score: Math.max(...group.map(({ score }) => score)),
  };
}
