/**
 * Returns the number of runs of a test with random input: a fifth of `allRuns`, or `allRuns` times the environment
 * variable FUZZ. `npm run test:all` sets it to 1.
 */
export function getFuzzRunCount(allRuns: number): number {
  const factor = Number(process.env.FUZZ);
  return Math.ceil(allRuns * (factor > 0 ? factor : 0.2));
}
