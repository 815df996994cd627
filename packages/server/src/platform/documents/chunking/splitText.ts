export type CountTokens = (text: string) => number;

/** More letters than this are not counted as one piece: they are too many in any case, and counting takes long. */
const lettersPerToken = 12;
const lettersAtOnce = 60;

/** Where a text may be cut, from the best places to the last resort. */
const cuts: readonly ((text: string) => string[])[] = [
  (text) => text.split(/(?<=\n[ \t]*\n)(?=\S)/),
  (text) => text.split(/(?<=\n)/),
  (text) => segmentsOf(text, "sentence"),
  (text) => segmentsOf(text, "word"),
  (text) => groupsOf([...text], lettersAtOnce),
];
const lineCuts = cuts.slice(1);

/**
 * Cuts a text into pieces of at most `maxTokens` tokens, at paragraphs, lines, sentences, or words; together they are the text.
 * `byLines`: lines belong together before paragraphs do, as in tables and code.
 */
export function splitText(
  text: string,
  maxTokens: number,
  countTokens: CountTokens,
  options: { byLines?: boolean } = {},
): string[] {
  return cutAt(options.byLines ? lineCuts : cuts, text, maxTokens, countTokens);
}

function cutAt(
  [cut, ...finer]: readonly ((text: string) => string[])[],
  text: string,
  maxTokens: number,
  countTokens: CountTokens,
): string[] {
  if (!cut) return [text];
  const pieces: string[] = [];
  let current = "";
  let tokens = 0;
  const end = () => {
    if (current !== "") pieces.push(current);
    current = "";
    tokens = 0;
  };
  for (const unit of cut(text)) {
    const size = unit.length > maxTokens * lettersPerToken ? Number.POSITIVE_INFINITY : countTokens(unit);
    if (size > maxTokens) {
      end();
      const parts = cutAt(finer, unit, maxTokens, countTokens);
      // What follows may join the last part.
      current = parts.pop() ?? "";
      tokens = countTokens(current);
      pieces.push(...parts);
      continue;
    }
    if (tokens + size > maxTokens) end();
    current += unit;
    tokens += size;
  }
  end();
  return pieces;
}

function segmentsOf(text: string, granularity: "sentence" | "word"): string[] {
  return Array.from(new Intl.Segmenter(undefined, { granularity }).segment(text), ({ segment }) => segment);
}

function groupsOf(letters: readonly string[], size: number): string[] {
  const groups: string[] = [];
  for (let from = 0; from < letters.length; from += size) groups.push(letters.slice(from, from + size).join(""));
  return groups;
}
