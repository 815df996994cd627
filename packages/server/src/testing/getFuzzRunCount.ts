/**
 * Returns the number of runs of a test with random input: `defaultRuns` times the environment variable FUZZ, as in
 * `FUZZ=100 npm test`.
 */
export function getFuzzRunCount(defaultRuns: number): number {
  const factor = Number(process.env.FUZZ ?? 1);
  return Number.isFinite(factor) && factor > 0 ? Math.ceil(defaultRuns * factor) : defaultRuns;
}
