/**
 * Limits the weight of the first ranks. The paper uses 60 for many lists. With two lists, 60 would rank a passage that
 * is 50th in both lists above the first passage of one list, although the latter is often the right one.
 */
const damping = 10;

/**
 * Merges ranked lists by reciprocal rank fusion (Cormack, Clarke and Büttcher 2009), which favours ids that several
 * lists rank high. It needs no comparable scores. Returns the best first; a score of 1 means first in all lists.
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
