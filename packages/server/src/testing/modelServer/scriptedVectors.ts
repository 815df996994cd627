import { tokensOf } from "./behaviour.ts";

/** Length of the scripted vectors. */
export const scriptedDimensions = 64;

/** Words that mean much the same, so that a vector finds what a word does not. */
const synonyms: readonly (readonly string[])[] = [
  ["car", "automobile", "vehicle", "auto", "wagen", "voiture"],
  ["begin", "start", "commence", "launch", "anfangen", "commencer"],
  ["doctor", "physician", "medic", "arzt", "médecin"],
  ["holiday", "vacation", "leave", "urlaub", "vacances"],
  ["price", "cost", "fee", "preis", "prix"],
  ["error", "failure", "fault", "fehler", "erreur"],
];
const meanings = new Map(synonyms.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)));

/**
 * A vector that is no model's: words are hashed into places, and synonyms of a small table into one. The same text gives the same vector,
 * and texts with common words give near ones.
 */
export function scriptedVector(text: string): number[] {
  const vector = Array.from({ length: scriptedDimensions }, () => 0);
  for (const token of tokensOf(text.toLowerCase())) {
    const word = token.replace(/[^\p{L}\p{N}]/gu, "");
    if (word === "") continue;
    const hash = hashOf(meanings.get(word) ?? word);
    const place = hash % scriptedDimensions;
    vector[place] = (vector[place] ?? 0) + (hash & 0x10000 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  // A text without words points somewhere too: a vector of nothing has no direction.
  return length === 0 ? vector.map((_, place) => (place === 0 ? 1 : 0)) : vector.map((value) => value / length);
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
