// TeX's old fonts have no accented letters: the accent is a character of its own, drawn before its letter, as in
// "r´esistance", "na¨ıve" and "Fran¸cois".
const combiningAccents: Readonly<Record<string, string>> = {
  "`": "\u0300",
  "´": "\u0301",
  ˆ: "\u0302",
  "˜": "\u0303",
  "¯": "\u0304",
  "˘": "\u0306",
  "˙": "\u0307",
  "¨": "\u0308",
  "˚": "\u030a",
  "˝": "\u030b",
  ˇ: "\u030c",
  "¸": "\u0327",
  "˛": "\u0328",
};

// People also write "´" and "`" as apostrophes and quotes, so these need a vowel, and "`" a letter before it.
const standingAccentPattern = /(?:[ˆ˜¯˘˙¨˚˝ˇ¸˛](?=\p{L})|´(?=[aeiouyıAEIOUY])|(?<=\p{L})`(?=[aeiouı]))(\p{L})/gu;

const precomposedPattern = /[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0100-\u0130\u0132-\u024f]/;

/**
 * Joins accents that stand apart with their letters, in all texts of a page. Does nothing if the page has accented
 * letters: then its font can write them, and an accent that stands apart means something else.
 */
export function composeAccents<Part extends { text: string }>(parts: readonly Part[]): Part[] {
  if (parts.some(({ text }) => precomposedPattern.test(text))) return [...parts];
  return parts.map((part) => ({ ...part, text: part.text.replace(standingAccentPattern, compose) }));
}

function compose(original: string, letter: string): string {
  // The dotless "ı" is how TeX writes an "i" below an accent.
  const base = letter === "ı" ? "i" : letter;
  const composed = `${base}${combiningAccents[original.charAt(0)] ?? ""}`.normalize("NFC");
  return composed.length === 1 ? composed : original;
}
