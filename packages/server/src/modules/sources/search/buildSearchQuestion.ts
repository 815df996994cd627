import type { HistoryMessage } from "../../../core/run/run.ts";
import { extractContentWords } from "../../../platform/extractContentWords.ts";
import { shortenText } from "./shortenText.ts";

/** A question with fewer content words is assumed to depend on the person's previous message. */
const minContentWords = 4;
const maxQuestionLength = 2_000;
const maxPreviousQuestionLength = 500;

/**
 * Builds the text to search for in documents: the question and, for a short follow-up ("And in winter?"), the person's
 * previous message. Empty if there is no text.
 */
export function buildSearchQuestion(history: readonly HistoryMessage[]): string {
  const question = (history.at(-1)?.content ?? "").trim();
  const shortQuestion = shortenText(question, maxQuestionLength);
  if (extractContentWords(shortQuestion).size >= minContentWords) return shortQuestion;
  const previousMessage = history
    .slice(0, -1)
    .findLast(({ role, content }) => role !== "assistant" && role !== "system" && content.trim() !== "");
  return [shortenText(previousMessage?.content.trim() ?? "", maxPreviousQuestionLength), shortQuestion]
    .filter((text) => text !== "")
    .join("\n");
}
