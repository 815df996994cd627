export type CountTokens = (text: string) => number;

/** Text with more letters per token of the limit is certainly too long, so the slow token count is skipped. */
const maxLettersPerToken = 12;
const lettersPerGroup = 60;

/** Ways to split a text, from the best to the last resort: paragraphs, lines, sentences, words, groups of letters. */
const splitters: readonly ((text: string) => string[])[] = [
  (text) => text.split(/(?<=\n[ \t]*\n)(?=\S)/),
  (text) => text.split(/(?<=\n)/),
  (text) => splitSegments(text, "sentence"),
  (text) => splitSegments(text, "word"),
  (text) => splitGroups([...text], lettersPerGroup),
];
const lineSplitters = splitters.slice(1);

/**
 * Splits a text into parts of at most `maxTokens` tokens, at paragraphs, lines, sentences or words. The concatenated
 * parts equal the text. `byLines`: ignore paragraphs and split at lines first, as in tables and code.
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
  let current = "";
  let tokens = 0;
  const flush = () => {
    if (current !== "") parts.push(current);
    current = "";
    tokens = 0;
  };
  for (const unit of split(text)) {
    const size = unit.length > maxTokens * maxLettersPerToken ? Number.POSITIVE_INFINITY : countTokens(unit);
    if (size > maxTokens) {
      flush();
      const smallerParts = splitAt(finerSplitters, unit, maxTokens, countTokens);
      // The next unit may be appended to the last part.
      current = smallerParts.pop() ?? "";
      tokens = countTokens(current);
      parts.push(...smallerParts);
      continue;
    }
    if (tokens + size > maxTokens) flush();
    current += unit;
    tokens += size;
  }
  flush();
  return parts;
}

function splitSegments(text: string, granularity: "sentence" | "word"): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity }).segment(text), ({ segment }) => segment);
}

function splitGroups(letters: readonly string[], size: number): string[] {
  const groups: string[] = [];
  for (let from = 0; from < letters.length; from += size) groups.push(letters.slice(from, from + size).join(""));
  return groups;
}
