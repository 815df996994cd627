import { contentWords } from "../../../../../platform/contentWords.ts";
import type { HistoryMessage } from "../collectDataSources.ts";

/** A question with fewer words of content than this is understood from what was asked before it. */
const fewWords = 4;
const longestQuestion = 2_000;
const longestContext = 500;

/**
 * What documents are searched with: the question; of a bare follow-up ("And in winter?") also the person's message before it. Empty where
 * nobody has said anything.
 */
export function buildSearchQuestion(history: readonly HistoryMessage[]): string {
  const question = (history.at(-1)?.content ?? "").trim();
  const asked = shortened(question, longestQuestion);
  if (contentWords(question).size >= fewWords) return asked;
  const before = history
    .slice(0, -1)
    .findLast(({ role, content }) => role !== "assistant" && role !== "system" && content.trim() !== "");
  return [shortened(before?.content.trim() ?? "", longestContext), asked].filter((text) => text !== "").join("\n");
}

/** Of a long text its beginning and its end, where what is asked usually stands. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length / 2)}\n${text.slice(-length / 2)}`;
}
