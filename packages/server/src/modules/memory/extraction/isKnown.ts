import { extractSearchWords } from "../../../platform/documents/chunking/extractSearchWords.ts";
import { toTextKey } from "../toTextKey.ts";

/** Two facts with so large a share of common words say the same. The model marks one that contradicts the other. */
const minSharedWords = 0.9;

/**
 * True if one of the others says the same. A fact that contradicts a memory may resemble it, but is not known unless its
 * text is the same.
 */
export function isKnown(fact: { content: string; replaced: unknown }, others: readonly { content: string }[]): boolean {
  const key = toTextKey(fact.content);
  if (others.some(({ content }) => toTextKey(content) === key)) return true;
  return fact.replaced === null && others.some(({ content }) => isSimilar(fact.content, content));
}

/**
 * Compares words, and pairs of letters in scripts without spaces. Another number is another fact, and so is a word with
 * other signs, such as "C#" and "C++", which the words do not have.
 */
function isSimilar(a: string, b: string): boolean {
  const [first, second] = [new Set(extractSearchWords(a).plain), new Set(extractSearchWords(b).plain)];
  const all = new Set([...first, ...second]);
  const different = [...all].filter((word) => !first.has(word) || !second.has(word));
  if (different.some((word) => /\p{N}/u.test(word)) || listSignedWords(a) !== listSignedWords(b)) return false;
  return all.size > 0 && 1 - different.length / all.size >= minSharedWords;
}

/** The words with signs. */
const listSignedWords = (text: string): string =>
  toTextKey(text)
    .split(" ")
    .filter((word) => /[^\p{L}\p{M}\p{N}]/u.test(word))
    .toSorted((first, second) => (first < second ? -1 : 1))
    .join(" ");
