/**
 * How many tries a test with random input makes: `usual`, which keeps the suite quick, times the number that the variable FUZZ gives, as in
 * `FUZZ=100 npm test`.
 */
export function fuzzRuns(usual: number): number {
  const times = Number(process.env.FUZZ ?? 1);
  return Number.isFinite(times) && times > 0 ? Math.ceil(usual * times) : usual;
}
