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
 * Limits the weight of the first ranks. The paper uses 60 for many lists. With two lists, 60 would rank a passage that
 * is 50th in both lists above the first passage of one list, although the latter is often the right one.
 */
const damping = 10;

/**
 * Limits the weight of the first ranks of groups of lists. Each group has already been merged, and the groups find
 * different documents, so they agree less and what one of them finds first must be near the top.
 */
const groupDamping = 3;

/**
 * Merges ranked lists by weighted reciprocal rank fusion (Cormack, Clarke and Büttcher 2009), which favours chunks that
 * several lists rank high. It needs no comparable scores. Returns the best first; a score of 1 means first in all lists.
 */
export function fuseRanks(lists: readonly RankedList[]): FusedChunk[] {
  return fuse(lists, damping);
}

/**
 * Merges lists that were merged before, such as those of the languages of a question. A single one stays as it is.
 * Returns the best first.
 */
export function fuseGroups(
  groups: readonly { chunks: readonly FusedChunk[]; weight: number }[],
): readonly FusedChunk[] {
  const [onlyGroup, ...otherGroups] = groups;
  return onlyGroup && otherGroups.length === 0 ? onlyGroup.chunks : fuse(groups, groupDamping);
}

function fuse(lists: readonly RankedList[], rankDamping: number): FusedChunk[] {
  const totalWeight = lists.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const fusedChunks = new Map<number, FusedChunk>();
  for (const { chunks, weight } of lists) {
    for (const [rank, { id, documentId }] of chunks.entries()) {
      const score = (((rankDamping + 1) / (rankDamping + 1 + rank)) * weight) / totalWeight;
      fusedChunks.set(id, { id, documentId, score: (fusedChunks.get(id)?.score ?? 0) + score });
    }
  }
  return [...fusedChunks.values()].sort((a, b) => b.score - a.score || a.id - b.id);
}
