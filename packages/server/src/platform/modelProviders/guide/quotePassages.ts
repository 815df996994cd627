import { excerptAround } from "../../excerptAround.ts";
import { extractContentWords } from "../../extractContentWords.ts";
import type { ModelPassage } from "../modelProvider.ts";

const maxQuotes = 4;
/** Maximum length of a quote in UTF-16 code units. */
const maxQuoteLength = 600;

/**
 * Returns Markdown with quotes from the passages that best match a question, and with the numbers, names and locations
 * of these passages. Null if no passage shares a word with the question.
 */
export function quotePassages(question: string, passages: readonly ModelPassage[]): string | null {
  const questionWords = [...extractContentWords(question)];
  const indexedPassages = passages.map((passage) => ({
    passage,
    words: extractContentWords(`${passage.name} ${passage.content}`),
  }));
  // A word that occurs in few passages is more significant than one that occurs in most.
  const wordWeights = new Map(
    questionWords.map((word) => [
      word,
      Math.log(1 + passages.length / indexedPassages.filter(({ words }) => words.has(word)).length),
    ]),
  );
  const scoredPassages = indexedPassages
    .map(({ passage, words }) => {
      const sharedWords = questionWords.filter((word) => words.has(word));
      return { passage, sharedWords, score: sharedWords.reduce((sum, word) => sum + (wordWeights.get(word) ?? 0), 0) };
    })
    .filter(({ sharedWords }) => sharedWords.length > 0)
    .sort((a, b) => b.score - a.score);
  const bestScore = scoredPassages[0]?.score ?? 0;
  const bestPassages = scoredPassages.filter(({ score }) => score * 2 > bestScore).slice(0, maxQuotes);
  if (bestPassages.length === 0) return null;
  return bestPassages.map(({ passage, sharedWords }) => formatQuote(passage, new Set(sharedWords))).join("\n\n");
}

/** Returns the answer for a question that no passage matches, with the names of the documents. */
export function formatNoMatch(passages: readonly ModelPassage[]): string {
  const names = [...new Set(passages.map(({ name }) => name))].map((name) => `- ${escapeMarkdown(name)}`);
  return `No passage of these documents shares a word with your question. Try words that occur in them.\n\n${names.join("\n")}`;
}

function formatQuote({ number, name, location, content }: ModelPassage, words: ReadonlySet<string>): string {
  const locationSuffix = location === "" ? "" : `, ${escapeMarkdown(location)}`;
  const lines = excerptAround(content, words, maxQuoteLength).split("\n");
  return `**${escapeMarkdown(name)}**${locationSuffix} [${number}]\n\n${toBlockQuote(lines)}`;
}

/**
 * Formats a block quote. Trims lines, so that indented text does not become code, and preserves line breaks, so that
 * rows and verses stay separate lines.
 */
function toBlockQuote(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      if (line.trim() === "") return ">";
      const end = (lines[index + 1] ?? "").trim() === "" ? "" : "  ";
      return `> ${escapeCitations(line.trim())}${end}`;
    })
    .join("\n");
}

/** Escapes brackets in a document that look like our citations. */
function escapeCitations(line: string): string {
  return line.replace(/\[(?=[\d,;\s–-]+\])/g, "\\[");
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, "\\$&").replace(/\s+/g, " ");
}
