/** Number of dimensions of the scripted vectors. */
const dimensionCount = 384;
const unspacedScriptPattern = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Synonyms, so that a vector search finds what a word search does not. */
const synonyms: readonly (readonly string[])[] = [
  ["car", "automobile", "vehicle", "auto", "wagen", "voiture"],
  ["begin", "start", "commence", "launch", "anfangen", "commencer"],
  ["doctor", "physician", "medic", "arzt", "médecin"],
  ["holiday", "vacation", "leave", "urlaub", "vacances"],
  ["price", "cost", "fee", "preis", "prix"],
  ["error", "failure", "fault", "fehler", "erreur"],
];
const canonicalWords = new Map(synonyms.flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)));

/**
 * Computes a vector without a model by hashing words into dimensions. The synonyms above share a dimension. The same
 * text gives the same vector, and texts that share words give similar ones.
 */
export function createScriptedVector(text: string): number[] {
  const vector = Array.from({ length: dimensionCount }, () => 0);
  const counts = new Map<string, number>();
  for (const word of toTerms(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, count] of counts) {
    const hash = hashWord(word);
    const dimension = hash % dimensionCount;
    // Short words are common, so they say little about the topic.
    const weight = Math.log(1 + count) * (word.length < 4 && !unspacedScriptPattern.test(word) ? 0.2 : 1);
    vector[dimension] = (vector[dimension] ?? 0) + (hash & 0x10000 ? weight : -weight);
  }
  const length = Math.hypot(...vector);
  // A text without words gets a fixed direction, because a zero vector has none.
  return length === 0 ? vector.map((_, dimension) => (dimension === 0 ? 1 : 0)) : vector.map((value) => value / length);
}

/**
 * Splits a text into words and replaces each by its first synonym. In scripts without spaces, pairs letters instead.
 */
function toTerms(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.flatMap((word) => {
    const canonicalWord = canonicalWords.get(word) ?? word;
    if (!unspacedScriptPattern.test(canonicalWord)) return [canonicalWord];
    return [...canonicalWord].map((letter, index, all) => `${letter}${all[index + 1] ?? ""}`);
  });
}

/** Computes the FNV-1a hash. */
function hashWord(word: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash;
}
