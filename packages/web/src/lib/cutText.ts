/** A text of at most `longest` characters; a cut one ends with an ellipsis, which is one of them. */
export function cutText(text: string, longest: number): string {
  const characters = [...text];
  return characters.length <= longest
    ? text
    : `${characters
        .slice(0, longest - 1)
        .join("")
        .trimEnd()}…`;
}
