/** Where FNV-1a starts unless a seed makes another hash of it. */
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

/**
 * Returns a 32-bit FNV-1a hash of numbers, as an unsigned number. It tells texts apart, and protects nothing. Ids of
 * imported items are made of it, so it must not change.
 */
export function hashNumbers(numbers: Iterable<number>, seed: number = offsetBasis): number {
  let hash = seed;
  for (const number of numbers) hash = Math.imul(hash ^ number, prime);
  return hash >>> 0;
}

/** Returns the hash of a text's UTF-16 code units. */
export const hashText = (text: string, seed?: number): number => hashNumbers(listCodeUnits(text), seed);

function* listCodeUnits(text: string): Generator<number> {
  for (let index = 0; index < text.length; index += 1) yield text.charCodeAt(index);
}
