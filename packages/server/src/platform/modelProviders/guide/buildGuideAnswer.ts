import { extractContentWords } from "../../extractContentWords.ts";
import type { ModelPassage } from "../modelProvider.ts";
import { exampleRequestPattern, examples } from "./examples.ts";
import { type HelpPassage, helpPassages } from "./helpPassages.ts";
import { formatNoMatch, quotePassages } from "./quotePassages.ts";

/** The first line of every answer. */
export const guideDisclaimer =
  "*I am the built-in guide, not a language model: I only quote your documents and this workspace’s own help, and " +
  "show what it can render.*";

const maxPassagesPerAnswer = 2;

/**
 * Returns the guide's answer in Markdown: the requested examples, or else the passages that best match the question.
 * They come from the documents if there are any, or else from the help. If no passage matches, the answer says so.
 */
export function buildGuideAnswer(question: string, documents: readonly ModelPassage[] = []): string {
  if (exampleRequestPattern.test(question)) {
    const isEverythingRequested = /\b(everything|all|examples?)\b/i.test(question);
    const requestedExamples = examples.filter((example) => isEverythingRequested || example.pattern.test(question));
    if (requestedExamples.length > 0) {
      const parts = requestedExamples.map((example) => `### ${example.title}\n\n${example.markdown}`);
      return [guideDisclaimer, "Here is what it looks like:", ...parts].join("\n\n");
    }
  }
  if (documents.length > 0) {
    const documentQuotes = quotePassages(question, documents);
    const parts =
      documentQuotes === null ? [formatNoMatch(documents)] : ["I found this in your documents:", documentQuotes];
    return [guideDisclaimer, ...parts, connectHint].join("\n\n");
  }
  const helpMatches = findHelpPassages(question);
  if (helpMatches.length === 0) return [guideDisclaimer, buildOverview(question)].join("\n\n");
  const quotes = helpMatches.map(({ title, text }) => `**${title}**\n\n${quote(text)}`);
  const explainsConnecting = helpMatches.some(({ title }) => title === connectingTitle);
  const closingLines = explainsConnecting ? [] : [connectHint];
  return [
    guideDisclaimer,
    helpMatches.length === 1 ? "This passage may help:" : "These passages may help:",
    ...quotes,
    ...closingLines,
  ].join("\n\n");
}

/**
 * Matches greetings and questions about the guide. Their answer does not say that the help contains nothing about them.
 */
const greetingPattern = /^\W*(?:hello|hi|hey|help|(?:who|what) (?:are|can) you)\b/i;

const buildOverview = (question: string) =>
  [
    greetingPattern.test(question)
      ? "I can tell you about:"
      : "I found nothing about that in the help. I can tell you about:",
    helpPassages.map(({ title }) => `- ${title}`).join("\n"),
    "Or write **show a table**, **show code**, **show math**, **show a list**, **show a link**, **show a quote**, or " +
      "**show everything**.",
  ].join("\n\n");

const connectingTitle = "Connecting a model";
const connectHint = "For real answers, connect a model: ask me **how to connect a model**.";

function quote(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/**
 * Returns the passages with more than half the best score, best first and at most `maxPassagesPerAnswer`. Words in the
 * title count twice.
 */
function findHelpPassages(question: string): HelpPassage[] {
  const questionWords = extractContentWords(question);
  const scoredPassages = helpPassages
    .map((passage) => ({ passage, score: computeScore(passage, questionWords) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const bestScore = scoredPassages[0]?.score ?? 0;
  return scoredPassages
    .filter(({ score }) => score * 2 > bestScore)
    .slice(0, maxPassagesPerAnswer)
    .map(({ passage }) => passage);
}

function computeScore(passage: HelpPassage, questionWords: ReadonlySet<string>): number {
  const titleWords = extractContentWords(passage.title);
  const bodyWords = extractContentWords(`${passage.text} ${passage.keywords}`);
  return [...questionWords].reduce((sum, word) => sum + (titleWords.has(word) ? 2 : bodyWords.has(word) ? 1 : 0), 0);
}
