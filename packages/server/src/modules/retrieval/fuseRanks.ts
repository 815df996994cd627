interface ListedChunk {
  id: number;
  documentId: string;
}

/** Chunks, best first, and how much the list counts in relation to the others. */
export interface RankedList {
  chunks: readonly ListedChunk[];
  weight: number;
}

export interface FusedChunk extends ListedChunk {
  score: number;
}

/**
 * Limits the weight of the first ranks. The paper uses 60 for many lists. With few lists that find different passages,
 * 60 would rank a passage that is 50th in both of two lists above the first of one, although the latter is often the
 * right one.
 */
const damping = 3;

/**
 * Merges ranked lists by weighted reciprocal rank fusion (Cormack, Clarke and Büttcher 2009), which favours chunks that
 * several lists rank high. It needs no comparable scores. Returns the best first; a score of 1 means first in all lists.
 */
export function fuseRanks(lists: readonly RankedList[]): FusedChunk[] {
  const totalWeight = lists.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const fusedChunks = new Map<number, FusedChunk>();
  for (const { chunks, weight } of lists) {
    for (const [rank, { id, documentId }] of chunks.entries()) {
      const score = (getRankScore(rank) * weight) / totalWeight;
      fusedChunks.set(id, { id, documentId, score: (fusedChunks.get(id)?.score ?? 0) + score });
    }
  }
  return sortByScore(fusedChunks);
}

/** Chunks that were merged before, best first, and how much the group counts in relation to the others. */
export interface RankedGroup {
  chunks: readonly FusedChunk[];
  weight: number;
}

/**
 * Merges the groups of the languages of a question: first that of its own language, which finds chunks of all documents,
 * then the others. A document of unknown language is in several of these, so only the best of them counts for it. A
 * single group stays as it is. Returns the best first.
 */
export function fuseGroups([ownGroup, ...otherGroups]: readonly RankedGroup[]): readonly FusedChunk[] {
  if (!ownGroup) return [];
  if (otherGroups.length === 0) return ownGroup.chunks;
  const totalWeight = [ownGroup, ...otherGroups].reduce((sum, { weight }) => sum + weight, 0) || 1;
  const fusedChunks = new Map<number, FusedChunk>();
  for (const { chunks, weight } of otherGroups) {
    for (const [rank, chunk] of chunks.entries()) {
      const score = (getRankScore(rank) * weight) / totalWeight;
      if (score > (fusedChunks.get(chunk.id)?.score ?? -1)) fusedChunks.set(chunk.id, { ...chunk, score });
    }
  }
  for (const [rank, chunk] of ownGroup.chunks.entries()) {
    const score = (getRankScore(rank) * ownGroup.weight) / totalWeight;
    fusedChunks.set(chunk.id, { ...chunk, score: (fusedChunks.get(chunk.id)?.score ?? 0) + score });
  }
  return sortByScore(fusedChunks);
}

/** 1 for the first rank (0). */
const getRankScore = (rank: number) => (damping + 1) / (damping + 1 + rank);

const sortByScore = (chunks: ReadonlyMap<number, FusedChunk>) =>
  [...chunks.values()].sort((a, b) => b.score - a.score || a.id - b.id);
