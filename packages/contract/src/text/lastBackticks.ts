/**
 * Returns, for each length of a run of backticks, the start of its last one. Only before that start can such a run open
 * a code span, so nothing needs to search the rest of a text in vain, which takes quadratic time if there are many runs.
 */
export function findLastBackticks(text: string): Map<number, number> {
  const starts = new Map<number, number>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) starts.set(run.length, index);
  return starts;
}
