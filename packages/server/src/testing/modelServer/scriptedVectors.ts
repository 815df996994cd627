/** Length of the scripted vectors. */
const scriptedDimensions = 384;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Synonyms, so that a vector search finds what a word search does not. */
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
 * Computes a vector without a model: words are hashed into dimensions, synonyms of a small table into the same one. The
 * same text gives the same vector, and texts with common words give similar ones.
 */
export function scriptedVector(text: string): number[] {
  const vector = Array.from({ length: scriptedDimensions }, () => 0);
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, count] of counts) {
    const hash = hashOf(word);
    const place = hash % scriptedDimensions;
    // Short words are common and carry little meaning.
    const weight = Math.log(1 + count) * (word.length < 4 && !unspaced.test(word) ? 0.2 : 1);
    vector[place] = (vector[place] ?? 0) + (hash & 0x10000 ? weight : -weight);
  }
  const length = Math.hypot(...vector);
  // A text without words gets a fixed direction, because a zero vector has none.
  return length === 0 ? vector.map((_, place) => (place === 0 ? 1 : 0)) : vector.map((value) => value / length);
}

/** Words mapped to their synonym group; for scripts without spaces, pairs of letters. */
function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.flatMap((word) => {
    const meaning = meanings.get(word) ?? word;
    if (!unspaced.test(meaning)) return [meaning];
    return [...meaning].map((letter, index, all) => `${letter}${all[index + 1] ?? ""}`);
  });
}

/** FNV-1a. */
function hashOf(word: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
