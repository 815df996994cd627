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

/** A run of text on a page, in points. */
interface PlacedText {
  text: string;
  left: number;
  right: number;
  baseline: number;
  size: number;
}

/** Joins accents that stand apart with their letters, in all texts of a page, which are in drawing order. */
export function composeAccents<Part extends PlacedText>(parts: readonly Part[]): Part[] {
  const joinedParts = composeBetween(parts);
  // If the font of the page can write accented letters, an accent that stands apart within a run means something else.
  return parts.some(({ text }) => precomposedPattern.test(text)) ? joinedParts : joinedParts.map(composeWithin);
}

/**
 * TeX draws an accent and moves back to draw its letter below it, which makes them the end of one run and the start of the
 * next, or two lines of a capital. Because they overlap, the accent can mean nothing else.
 */
function composeBetween<Part extends PlacedText>(parts: readonly Part[]): Part[] {
  const composedParts = [...parts];
  for (let index = 1; index < composedParts.length; index++) {
    const previous = composedParts[index - 1];
    const part = composedParts[index];
    if (!previous || !part || !isDrawnBelow(previous, part)) continue;
    const accent = previous.text.at(-1) ?? "";
    const letter = /^\p{L}/u.exec(part.text)?.[0];
    if (letter === undefined || combiningAccents[accent] === undefined) continue;
    const composed = compose(`${accent}${letter}`, letter);
    if (composed.startsWith(accent)) continue;
    const right = Math.min(previous.right, part.left);
    composedParts[index - 1] = { ...previous, text: previous.text.slice(0, -1), right };
    composedParts[index] = { ...part, text: `${composed}${part.text.slice(letter.length)}` };
  }
  return composedParts.filter(({ text }) => text !== "");
}

/** True if the second run starts below the end of the first, on its line or, as a capital does, lower. */
function isDrawnBelow(first: PlacedText, { left, baseline, size }: PlacedText): boolean {
  const overlap = first.right - left;
  return (
    overlap > 0 && overlap < 1.5 * size && baseline >= first.baseline - 0.1 * size && baseline - first.baseline < size
  );
}

const composeWithin = <Part extends PlacedText>(part: Part): Part => ({
  ...part,
  text: part.text.replace(standingAccentPattern, compose),
});

function compose(original: string, letter: string): string {
  // The dotless "ı" is how TeX writes an "i" below an accent.
  const base = letter === "ı" ? "i" : letter;
  const composed = `${base}${combiningAccents[original.charAt(0)] ?? ""}`.normalize("NFC");
  return composed.length === 1 ? composed : original;
}
