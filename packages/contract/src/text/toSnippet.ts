import { replaceMath } from "./inlineMath.ts";
import { toPlainMath } from "./toPlainMath.ts";

/**
 * Puts a part of a Markdown text on one line, without the signs that are not part of its words: headings, bullets,
 * quotes, fences, rules and pipes of tables, emphasis, and the addresses of links. Formulas become plain text. It works
 * without parsing, because the part may begin and end anywhere; what may be content, such as `2 * 3`, `snake_case` or a
 * sign without its counterpart, stays.
 */
export function toSnippet(part: string): string {
  const literals: string[] = [];
  /** Protects text whose signs are its own. The characters around its number have no meaning in any text. */
  const protect = (text: string) => `\uE000${literals.push(text) - 1}\uE001`;
  const withoutFences = part.replace(/^[ \t]*(?:```|~~~)[^\n`]*$/gm, " ");
  const line = replaceMath(withoutFences, ({ tex }) => protect(toPlainMath(tex)))
    .replace(/(?<!`)(`{1,2})(?!`)([^`]+)\1(?!`)/g, (_, _sign, code: string) => protect(code.trim()))
    .replace(/^[ \t|:]*-{3,}[-\s|:]*$/gm, " ")
    .replace(/^(?:[ \t]*>)+[ \t]?/gm, "")
    .replace(/^[ \t]*(?:#{1,6}|[-*+])[ \t]+/gm, "")
    .replace(/!?\[([^[\]\n]*)\]\([^()\s]*\)/g, "$1")
    .replace(/^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$/gm, "")
    .replace(/[ \t]\|[ \t]/g, " · ");
  return removeEmphasis(line)
    .replace(/\uE000(\d+)\uE001/g, (mark, index: string) => literals[Number(index)] ?? mark)
    .replace(/\s+/g, " ")
    .trim();
}

/** Pairs of signs around text without a blank line, the longer signs first. */
const emphasisPatterns = ["*3", "_3", "*2", "_2", "~2", "*1", "_1"].map(([sign, count]) => {
  const open = String.raw`(?<![\p{L}\p{N}\\${sign}])[${sign}]{${count}}(?=[^\s${sign}])`;
  const close = String.raw`(?<=[^\s\\${sign}])[${sign}]{${count}}(?![\p{L}\p{N}${sign}])`;
  return new RegExp(String.raw`${open}((?:(?!\n[ \t]*\n)[^])+?)${close}`, "gu");
});

const removeEmphasis = (text: string) => emphasisPatterns.reduce((line, pattern) => line.replace(pattern, "$1"), text);
