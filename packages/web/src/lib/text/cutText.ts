/** Truncates `text` to at most `maxCharacters` code points, including the ellipsis at the end. */
export function cutText(text: string, maxCharacters: number): string {
  const characters = [...text];
  return characters.length <= maxCharacters
    ? text
    : `${characters
        .slice(0, maxCharacters - 1)
        .join("")
        .trimEnd()}…`;
}

/** A longer word may be cut. In UTF-16 code units. */
const maxWordLength = 100;

/**
 * Truncates running text like `cutText`, but after a word, also in languages that do not separate words by spaces. Cuts
 * within a word if that would remove more than half of the text.
 */
export function cutTextAtWord(text: string, maxCharacters: number): string {
  const characters = [...text];
  if (characters.length <= maxCharacters) return text;
  const { length } = characters.slice(0, maxCharacters - 1).join("");
  let end = 0;
  const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  for (const { segment, index, isWordLike } of segmenter.segment(text.slice(0, length + maxWordLength))) {
    if (index + segment.length > length) break;
    // Punctuation before the ellipsis is left out.
    if (isWordLike) end = index + segment.length;
  }
  return end * 2 < length ? cutText(text, maxCharacters) : `${text.slice(0, end)}…`;
}
