/**
 * Damps how much the very first places count. The paper has 60, for many lists. With two of them that lets a passage that stands 50th in
 * both outrank the first of one, which is mostly the answer where the other list did not understand the question.
 */
const damping = 10;

/**
 * Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): what several lists rank high comes first, whatever their scores mean. Best
 * first; the scores are between 0 and 1, which is the first place in all lists.
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
