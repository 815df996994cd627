/** Not within an expression, such as `x**2 + y**2`. */
const strongTextPattern = /(?<![\w*])\*\*(?=\S)([^*\n]*\S)\*\*(?![\w*])/g;

/** Patterns of Markdown within a line, each with the text that remains. None looks beyond its line. */
const patterns: readonly RegExp[] = [
  strongTextPattern,
  // Images, then links, which may contain them.
  /!\[([^[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+"[^"\n]*")?\)/g,
  /\[([^[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+"[^"\n]*")?\)/g,
  /<((?:https?:\/\/|mailto:)[^<>\s]+)>/g,
  // Emphasis, not within a name such as snake_case or an expression.
  /(?<![\w_\\])__(?=\S)([^_\n]*\S)__(?![\w_])/g,
  /(?<![\w*\\])\*(?=[^\s*])([^*\n]*[^\s*])\*(?![\w*])/g,
  /(?<![\w_\\])_(?=[^\s_])([^_\n]*[^\s_])_(?![\w_])/g,
  /(?<![~\\])~~(?=\S)([^~\n]*\S)~~(?!~)/g,
  // Escaped signs.
  /\\([\\`*_{}[\]()#+\-.!~>])/g,
];

/**
 * Code within a line, in which no other sign has a meaning. Begins only at the first of several signs, or else many of
 * them would take quadratic time.
 */
const codePattern = /(?<!`)(`+)(?!`)([^\n]*?[^`\n])\1(?!`)/g;

/** Stands for a code, by its index, while other signs are removed. Not in a text whose missing glyphs are hidden. */
const placeholderPattern = /\ue000(\d+)\ue001/g;

/** Removes the signs of links, emphasis and code from Markdown without private use characters. */
export const removeInlineSigns = (text: string) => removeSigns(text, patterns, ({ inner }) => inner.trim());

/** Removes the signs of strong text, except in code, from a text without private use characters. */
export const removeStrongSigns = (text: string) => removeSigns(text, [strongTextPattern], ({ source }) => source);

interface Code {
  source: string;
  /** Without its signs. */
  inner: string;
}

/** Strong text and links may contain code, so that a text cannot be divided at it. */
function removeSigns(text: string, signs: readonly RegExp[], toText: (code: Code) => string): string {
  const codes: string[] = [];
  const withoutCode = text.replace(codePattern, (source, _signs, inner: string) => {
    codes.push(toText({ source, inner }));
    return `\ue000${codes.length - 1}\ue001`;
  });
  return signs
    .reduce((rest, pattern) => rest.replace(pattern, "$1"), withoutCode)
    .replace(placeholderPattern, (_, index) => codes[Number(index)] ?? "");
}
