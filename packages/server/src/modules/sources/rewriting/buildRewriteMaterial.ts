import type { HistoryMessage } from "../../../core/run/run.ts";
import { shortenText } from "../search/shortenText.ts";
import type { SourceDocument } from "../sourceDocument.ts";
import { getLanguageName } from "./languageNames.ts";

export interface RewriteRequest {
  /** Oldest first; the last one is the question. */
  history: readonly HistoryMessage[];
  /** The documents that are searched. */
  documents: readonly Pick<SourceDocument, "name" | "language">[];
}

/** Limits in UTF-16 code units and numbers. The whole material has at most about 2,000 tokens. */
const maxQuestionLength = 2_000;
const maxEarlierMessages = 6;
const maxEarlierLength = 500;
const maxNames = 20;
const maxNameLength = 100;
const maxLanguages = 9;

/**
 * Builds what the model gets about a question: JSON, in which no text can leave its string. Returns null if the
 * question has no text.
 */
export function buildRewriteMaterial({ history, documents }: RewriteRequest): string | null {
  const question = (history.at(-1)?.content ?? "").trim();
  if (question === "") return null;
  const conversation = history
    .slice(0, -1)
    .filter(({ role, content }) => role !== "system" && content.trim() !== "")
    .slice(-maxEarlierMessages)
    .map(({ role, content }) => ({
      from: role === "assistant" ? "assistant" : "person",
      text: shortenText(content.trim(), maxEarlierLength).toWellFormed(),
    }));
  return JSON.stringify({
    conversation,
    question: shortenText(question, maxQuestionLength).toWellFormed(),
    documents: documents.slice(0, maxNames).map(({ name }) => name.slice(0, maxNameLength).toWellFormed()),
    documentLanguages: listLanguages(documents),
  });
}

/** Lists the English names of the documents' languages, the most frequent first. */
function listLanguages(documents: RewriteRequest["documents"]): string[] {
  const counts = new Map<string, number>();
  for (const { language } of documents) {
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxLanguages)
    .map(([language]) => getLanguageName(language));
}
