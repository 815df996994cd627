/** Returns the name with the first number, from 1, that none of `names` is. */
export function findNextName(names: Iterable<string>, formatName: (n: number) => string): string {
  const taken = new Set(names);
  let n = 1;
  while (taken.has(formatName(n))) n += 1;
  return formatName(n);
}
