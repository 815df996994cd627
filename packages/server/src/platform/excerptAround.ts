import { extractContentWords } from "./extractContentWords.ts";

/**
 * Trims a text, and returns it if it has up to `length` UTF-16 code units. From a longer text, returns the run of
 * sentences or lines with the most hits for `words` (see `extractContentWords`), with `…` where text is omitted.
 */
export function excerptAround(content: string, words: ReadonlySet<string>, length: number): string {
  const text = content.trim();
  if (text.length <= length) return text;
  const sentences = text.match(/[^.!?。！？\n]*[.!?。！？\n]+\s*|[^.!?。！？\n]+$/g) ?? [text];
  const hits = sentences.map((sentence) => [...extractContentWords(sentence)].filter((word) => words.has(word)).length);
  let best = { from: 0, hits: -1, text: "" };
  for (let from = 0; from < sentences.length; from++) {
    let candidate = "";
    let candidateHits = 0;
    for (let index = from; index < sentences.length; index++) {
      const next = sentences[index] ?? "";
      if (candidate !== "" && candidate.length + next.length > length) break;
      candidate += next;
      candidateHits += hits[index] ?? 0;
    }
    if (candidateHits > best.hits) best = { from, hits: candidateHits, text: candidate };
  }
  const ellipsesLength = 4;
  const excerpt = best.text.trim();
  const maxLength = length - ellipsesLength;
  const shortened = excerpt.length > maxLength ? trimHalfCharacter(excerpt.slice(0, maxLength)) : excerpt;
  return `${best.from > 0 ? "… " : ""}${shortened}${text.endsWith(shortened) ? "" : " …"}`;
}

/** Removes a high surrogate at the end, whose low surrogate was cut off. */
function trimHalfCharacter(text: string): string {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800 ? text.slice(0, -1) : text;
}
