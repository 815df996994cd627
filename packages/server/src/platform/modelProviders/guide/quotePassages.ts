import { contentWords } from "../../contentWords.ts";
import { excerptAround } from "../../excerptAround.ts";
import type { ModelPassage } from "../modelProvider.ts";

const maxQuotes = 4;
/** UTF-16 code units of a passage that are quoted. */
const maxQuoteLength = 600;

/**
 * The passages that match a question, quoted with their numbers, names and places, in Markdown; null where no word of it is found in
 * them.
 */
export function quotePassages(question: string, passages: readonly ModelPassage[]): string | null {
  const asked = [...contentWords(question)];
  const worded = passages.map((passage) => ({ passage, words: contentWords(`${passage.name} ${passage.content}`) }));
  // A word that stands in few passages tells more than one that stands in most.
  const weights = new Map(
    asked.map((word) => [word, Math.log(1 + passages.length / worded.filter(({ words }) => words.has(word)).length)]),
  );
  const scored = worded
    .map(({ passage, words }) => {
      const shared = asked.filter((word) => words.has(word));
      return { passage, shared, score: shared.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) };
    })
    .filter(({ shared }) => shared.length > 0)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  const chosen = scored.filter(({ score }) => score * 2 > best).slice(0, maxQuotes);
  if (chosen.length === 0) return null;
  return chosen.map(({ passage, shared }) => formatQuote(passage, new Set(shared))).join("\n\n");
}

/** What to say where documents were given and none of their passages matches. */
export function formatNoMatch(passages: readonly ModelPassage[]): string {
  const names = [...new Set(passages.map(({ name }) => name))].map((name) => `- ${plain(name)}`);
  return `No passage of these documents shares a word with your question. Ask with words that stand in them.\n\n${names.join("\n")}`;
}

function formatQuote({ number, name, place, content }: ModelPassage, words: ReadonlySet<string>): string {
  const where = place === "" ? "" : `, ${plain(place)}`;
  const lines = excerptAround(content, words, maxQuoteLength).split("\n");
  return `**${plain(name)}**${where} [${number}]\n\n${quoted(lines)}`;
}

/** Indented text would become code, and lines that follow each other (rows of a sheet, verses) one paragraph. */
function quoted(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      if (line.trim() === "") return ">";
      const end = (lines[index + 1] ?? "").trim() === "" ? "" : "  ";
      return `> ${verbatim(line.trim())}${end}`;
    })
    .join("\n");
}

/** Brackets of a document are no citations of ours. */
function verbatim(line: string): string {
  return line.replace(/\[(?=[\d,;\s–-]+\])/g, "\\[");
}

function plain(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, "\\$&").replace(/\s+/g, " ");
}
