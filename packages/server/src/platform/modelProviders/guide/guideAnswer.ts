import { contentWords } from "../../contentWords.ts";
import type { ModelPassage } from "../modelProvider.ts";
import { exampleRequestPattern, examples } from "./examples.ts";
import { type HelpPassage, helpPassages } from "./helpPassages.ts";
import { formatNoMatch, quotePassages } from "./quotePassages.ts";

/** Stands at the head of every answer. */
export const guideNotice =
  "*I am the built-in guide, not a language model: I only quote your documents and this workspace's own help, and show what it can render.*";

const maxPassagesPerAnswer = 2;

/**
 * The guide's answer in Markdown: the examples that were asked for, else the passages that share most words with the question: of the
 * documents, where some were given, else of the help.
 */
export function guideAnswer(question: string, documents: readonly ModelPassage[] = []): string {
  if (exampleRequestPattern.test(question)) {
    const everything = /\b(everything|all|examples?)\b/i.test(question);
    const shown = examples.filter((example) => everything || example.asked.test(question));
    if (shown.length > 0) {
      const parts = shown.map((example) => `### ${example.title}\n\n${example.markdown}`);
      return [guideNotice, "This is how it looks here:", ...parts].join("\n\n");
    }
  }
  if (documents.length > 0) {
    const quoted = quotePassages(question, documents);
    const parts = quoted === null ? [formatNoMatch(documents)] : ["In the documents I found:", quoted];
    return [guideNotice, ...parts, more].join("\n\n");
  }
  const found = findHelpPassages(question);
  if (found.length === 0) return [guideNotice, overview(question)].join("\n\n");
  const quotes = found.map(({ title, text }) => `**${title}**\n\n${quote(text)}`);
  const explainsConnecting = found.some(({ title }) => title === connectingTitle);
  const closing = explainsConnecting ? [] : [more];
  return [
    guideNotice,
    found.length === 1 ? "This passage fits:" : "These passages fit best:",
    ...quotes,
    ...closing,
  ].join("\n\n");
}

/** Whoever greets or asks what there is has asked nothing that could not be found. */
const greetingPattern = /^\W*(?:hello|hi|hey|help|(?:who|what) (?:are|can) you)\b/i;

const overview = (question: string) =>
  [
    greetingPattern.test(question)
      ? "I can tell you about:"
      : "I found no passage of the help that fits. I can tell you about:",
    helpPassages.map(({ title }) => `- ${title}`).join("\n"),
    "Or write **show a table**, **show code**, **show math**, **show a list**, **show a link**, **show a quote**, or **show everything**.",
  ].join("\n\n");

const connectingTitle = "Connecting a model";
const more = "For real answers, connect a model: ask me **how to connect a model**.";

function quote(text: string): string {
  return text
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/** Best first. A word of the title counts twice. A passage that comes near the best one is shown beside it. */
function findHelpPassages(question: string): HelpPassage[] {
  const asked = contentWords(question);
  const scored = helpPassages
    .map((passage) => ({ passage, score: score(passage, asked) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score * 2 > best)
    .slice(0, maxPassagesPerAnswer)
    .map(({ passage }) => passage);
}

function score(passage: HelpPassage, asked: ReadonlySet<string>): number {
  const title = contentWords(passage.title);
  const body = contentWords(`${passage.text} ${passage.keywords}`);
  return [...asked].reduce((sum, word) => sum + (title.has(word) ? 2 : body.has(word) ? 1 : 0), 0);
}
