/**
 * Reduces the weight of the first ranks. The paper uses 60, for many lists. With two lists, 60 would let a passage
 * ranked 50th in both outrank the first of one list, which is usually the answer if the other list missed the point.
 */
const damping = 10;

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): passages that several lists rank high come first. Uses
 * only ranks, so the lists' scores need not be comparable. Best first. A score of 1 means first in all lists.
 */
export function fuseRanks(lists: readonly (readonly number[])[]): { id: number; score: number }[] {
  const scores = new Map<number, number>();
  for (const list of lists) {
    list.forEach((id, rank) => {
      scores.set(id, (scores.get(id) ?? 0) + (damping + 1) / (damping + 1 + rank) / lists.length);
    });
  }
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || a.id - b.id);
}
