/**
 * Returns a text without what two writings of the same fact may differ in: case, spaces and punctuation. Signs such as
 * those of "C++", "C#" and "5%" stay.
 */
export function toTextKey(text: string): string {
  const folded = text.normalize("NFKC").toLowerCase();
  const key = folded.replaceAll(/(?:(?![#%])[\s\p{P}\p{C}])+/gu, " ").trim();
  return key === "" ? folded.trim() : key;
}
