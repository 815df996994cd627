/**
 * Puts a part of a Markdown text on one line, without the signs that are not part of its words: headings, bullets,
 * quotes, fences, rules and pipes of tables, emphasis, and the addresses of links. It works without parsing, because the
 * part may begin and end anywhere; what may be content, such as `2 * 3` or `snake_case`, stays.
 */
export function toSnippet(part: string): string {
  return part
    .replace(/^[ \t]*(?:```|~~~)[^\n`]*$/gm, " ")
    .replace(/^[ \t|:]*-{3,}[-\s|:]*$/gm, " ")
    .replace(/^(?:[ \t]*>)+[ \t]?/gm, "")
    .replace(/^[ \t]*(?:#{1,6}|[-*+])[ \t]+/gm, "")
    .replace(/!?\[([^[\]\n]*)\]\([^()\s]*\)/g, "$1")
    .replace(/^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$/gm, "")
    .replace(/[ \t]\|[ \t]/g, " · ")
    .replace(/(?<![\p{L}\p{N}*_~`\\])(?:\*{1,3}|_{1,3}|~~|`{1,2})(?=[^\s*_~`])/gu, "")
    .replace(/(?<=[^\s*_~`\\])(?:\*{1,3}|_{1,3}|~~|`{1,2})(?![\p{L}\p{N}*_~`])/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}
