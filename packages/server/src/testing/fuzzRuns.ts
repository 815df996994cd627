/**
 * Number of runs of a test with random input: `usual`, which is quick, times the environment variable FUZZ, as in
 * `FUZZ=100 npm test`.
 */
export function fuzzRuns(usual: number): number {
  const times = Number(process.env.FUZZ ?? 1);
  return Number.isFinite(times) && times > 0 ? Math.ceil(usual * times) : usual;
}
