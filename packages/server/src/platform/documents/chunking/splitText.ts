export type CountTokens = (text: string) => number;

/** A text with more characters per allowed token is taken as too long, because its tokens would take long to count. */
const maxCharactersPerToken = 12;
const charactersPerGroup = 60;

/**
 * Ways to split a text, best first: paragraphs, lines, sentences, words and, as a last resort, groups of characters.
 */
const splitters: readonly ((text: string) => string[])[] = [
  (text) => text.split(/(?<=\n[ \t]*\n)(?=\S)/),
  (text) => text.split(/(?<=\n)/),
  (text) => splitSegments(text, "sentence"),
  (text) => splitSegments(text, "word"),
  (text) => splitGroups([...text], charactersPerGroup),
];
const lineSplitters = splitters.slice(1);

/**
 * Splits a text into parts of at most `maxTokens` tokens, at paragraphs, lines, sentences or words if possible. The
 * concatenated parts equal the text. `byLines`: split at lines first, not at paragraphs, as for tables and code.
 */
export function splitText(
  text: string,
  maxTokens: number,
  countTokens: CountTokens,
  options: { byLines?: boolean } = {},
): string[] {
  return splitAt(options.byLines ? lineSplitters : splitters, text, maxTokens, countTokens);
}

function splitAt(
  [split, ...finerSplitters]: readonly ((text: string) => string[])[],
  text: string,
  maxTokens: number,
  countTokens: CountTokens,
): string[] {
  if (!split) return [text];
  const parts: string[] = [];
  let currentPart = "";
  let tokens = 0;
  const flush = () => {
    if (currentPart !== "") parts.push(currentPart);
    currentPart = "";
    tokens = 0;
  };
  for (const unit of split(text)) {
    const unitTokens = unit.length > maxTokens * maxCharactersPerToken ? Number.POSITIVE_INFINITY : countTokens(unit);
    if (unitTokens > maxTokens) {
      flush();
      const smallerParts = splitAt(finerSplitters, unit, maxTokens, countTokens);
      // The next unit may be appended to the last part.
      currentPart = smallerParts.pop() ?? "";
      tokens = countTokens(currentPart);
      parts.push(...smallerParts);
      continue;
    }
    if (tokens + unitTokens > maxTokens) flush();
    currentPart += unit;
    tokens += unitTokens;
  }
  flush();
  return parts;
}

function splitSegments(text: string, granularity: "sentence" | "word"): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity }).segment(text), ({ segment }) => segment);
}

function splitGroups(characters: readonly string[], size: number): string[] {
  const groups: string[] = [];
  for (let from = 0; from < characters.length; from += size) groups.push(characters.slice(from, from + size).join(""));
  return groups;
}
