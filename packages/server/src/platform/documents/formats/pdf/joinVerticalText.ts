/** What places a letter on a page; see `Fragment`. */
interface Letter {
  text: string;
  left: number;
  baseline: number;
  size: number;
}

const letterPattern = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{P}ー]$/u;
/** Fewer letters below each other can be a narrow column of a table. */
const minLetters = 5;
/** The distance between two columns, in font sizes. */
const maxColumnDistance = 3;

/**
 * Joins the letters of Chinese, Japanese and Korean text that is written in columns from top to bottom, and the columns
 * from right to left, in their drawing order. The text stands where its first letter does.
 */
export function joinVerticalText<Part extends Letter>(fragments: readonly Part[]): Part[] {
  const joined: Part[] = [];
  let letters: Part[] = [];
  const endText = () => {
    const [first] = letters;
    if (first && longestColumn >= minLetters)
      joined.push({
        ...first,
        text: letters.map(({ text }) => text).join(""),
        left: Math.min(...letters.map(({ left }) => left)),
      });
    else joined.push(...letters);
    letters = [];
    column = 0;
    longestColumn = 0;
  };
  let column = 0;
  let longestColumn = 0;
  for (const fragment of fragments) {
    const previous = letters.at(-1);
    const isLetter = letterPattern.test(fragment.text);
    const isBelow = previous !== undefined && isBelowOf(fragment, previous);
    const isNextColumn =
      previous !== undefined && column >= minLetters && longestColumn >= minLetters && isBesideOf(fragment, previous);
    if (!isLetter || !(isBelow || isNextColumn)) endText();
    if (!isLetter) {
      joined.push(fragment);
      continue;
    }
    letters.push(fragment);
    column = isBelow ? column + 1 : 1;
    longestColumn = Math.max(longestColumn, column);
  }
  endText();
  return joined;
}

function isBelowOf(fragment: Letter, previous: Letter): boolean {
  const distance = (fragment.baseline - previous.baseline) / previous.size;
  return Math.abs(fragment.left - previous.left) < previous.size * 0.3 && distance > 0.7 && distance < 1.6;
}

function isBesideOf(fragment: Letter, previous: Letter): boolean {
  const distance = (previous.left - fragment.left) / previous.size;
  return distance > 0.8 && distance < maxColumnDistance && fragment.baseline < previous.baseline;
}
