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
