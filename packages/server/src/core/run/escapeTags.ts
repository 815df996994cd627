/**
 * Replaces a `<`, or a lookalike of it, with `&lt;` if it would start a tag whose name matches, even if the tag contains
 * invisible characters or letters of another width or style. The pattern is applied to what follows the sign, without
 * spaces and in lower case; a slash may precede the name.
 */
export function escapeTags(text: string, tagName: RegExp): string {
  return text.replace(/[<\uff1c\ufe64]/g, (sign, at: number) =>
    tagName.test(toVisibleText(text.slice(at + 1, at + 1 + maxTagLength))) ? "&lt;" : sign,
  );
}

/** UTF-16 code units after `<` that are searched for a tag name. A model does not recognize a longer name as a tag. */
const maxTagLength = 64;

/** Returns the visible characters of a text, normalized and in lower case. */
function toVisibleText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Cf}\p{M}]/gu, "")
    .normalize("NFKC")
    .toLowerCase();
}
