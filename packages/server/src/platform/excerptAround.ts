import { contentWords } from "./contentWords.ts";

/**
 * A text of at most about `length` UTF-16 code units whole; of a longer one the stretch of sentences or lines that has most of the
 * words (as `contentWords` gives them), with `…` where something is left out.
 */
export function excerptAround(content: string, words: ReadonlySet<string>, length: number): string {
  const text = content.trim();
  if (text.length <= length) return text;
  const sentences = text.match(/[^.!?。！？\n]*[.!?。！？\n]+\s*|[^.!?。！？\n]+$/g) ?? [text];
  const hits = sentences.map((sentence) => [...contentWords(sentence)].filter((word) => words.has(word)).length);
  let best = { from: 0, hits: -1, text: "" };
  for (let from = 0; from < sentences.length; from++) {
    let stretch = "";
    let found = 0;
    for (let index = from; index < sentences.length; index++) {
      const next = sentences[index] ?? "";
      if (stretch !== "" && stretch.length + next.length > length) break;
      stretch += next;
      found += hits[index] ?? 0;
    }
    if (found > best.hits) best = { from, hits: found, text: stretch };
  }
  const marks = 4;
  const excerpt = best.text.trim();
  const cut = excerpt.length > length - marks ? wellFormed(excerpt.slice(0, length - marks)) : excerpt;
  return `${best.from > 0 ? "… " : ""}${cut}${text.endsWith(cut) ? "" : " …"}`;
}

/** Without half of a character at its end. */
function wellFormed(text: string): string {
  return (text.charCodeAt(text.length - 1) & 0xfc00) === 0xd800 ? text.slice(0, -1) : text;
}
