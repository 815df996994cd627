import { readFileSync } from "node:fs";
import { join } from "node:path";

const corpusFolder = join(import.meta.dirname, "../../corpus");

export const answerableKinds = ["sharesWords", "paraphrase", "crossLanguage", "followUp"] as const;

/** A question with the passage that answers it, or without one. See the README of the corpus. */
export interface Question {
  id: string;
  language: string;
  kind: (typeof answerableKinds)[number] | "unanswerable";
  question: string;
  /** The person's earlier questions of the conversation. */
  previous?: string[];
  /** A whole rewriting as a model returns it, written from the question and `previous` alone. */
  rewriting?: StoredRewriting;
  file: string | null;
  passage: string | null;
  parts?: string[];
}

/** A rewriting with a translation for each of several languages. Which of them are used depends on the search. */
export interface StoredRewriting {
  question: string;
  alternatives: string[];
  keywords: string[];
  /** By language (ISO 639-1). */
  translations: Record<string, string>;
}

export interface CorpusFile {
  file: string;
  /** BCP 47. */
  language: string;
  mediaType: string;
  path: string;
}

/** Reads the questions, and the documents that answer most of them. */
export function readCorpus(): { questions: Question[]; documents: CorpusFile[] } {
  const readJson = (name: string): unknown => JSON.parse(readFileSync(join(corpusFolder, name), "utf8"));
  const questions = validateList(readJson("questions.json"), isQuestion);
  const documents = validateList(readJson("documents.json"), isDocument).map(({ file, language, mediaType }) => ({
    ...{ file, language, mediaType },
    path: join(corpusFolder, "documents", file),
  }));
  return { questions, documents };
}

/** True if the text of a passage contains the answer. Compares as described in the README of the corpus. */
export function containsAnswer(content: string, { passage, parts }: Question): boolean {
  const text = extractLetters(content);
  return passage !== null && (parts ?? [passage]).every((part) => text.includes(extractLetters(part)));
}

function extractLetters(text: string): string {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]/gu) ?? []
  ).join("");
}

function validateList<Item>(value: unknown, isItem: (item: unknown) => item is Item): Item[] {
  if (!Array.isArray(value) || !value.every(isItem))
    throw new Error("the corpus does not match the description in its README");
  return value;
}

const hasStrings = (value: unknown, names: readonly string[]): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && names.every((name) => typeof Reflect.get(value, name) === "string");

const isOptionalStrings = (value: unknown) =>
  value === undefined || (Array.isArray(value) && value.every((item) => typeof item === "string"));

function isQuestion(value: unknown): value is Question {
  if (!hasStrings(value, ["id", "language", "kind", "question"])) return false;
  if (![value.parts, value.previous].every(isOptionalStrings)) return false;
  if (value.rewriting !== undefined && !isRewriting(value.rewriting)) return false;
  if (value.kind === "unanswerable") return value.file === null && value.passage === null;
  return answerableKinds.some((kind) => kind === value.kind) && hasStrings(value, ["file", "passage"]);
}

function isRewriting(value: unknown): value is StoredRewriting {
  if (!hasStrings(value, ["question"]) || value.alternatives === undefined || value.keywords === undefined)
    return false;
  const { translations } = value;
  if (![value.alternatives, value.keywords].every(isOptionalStrings)) return false;
  return hasStrings(translations, []) && Object.values(translations).every((text) => typeof text === "string");
}

function isDocument(value: unknown): value is Omit<CorpusFile, "path"> {
  return hasStrings(value, ["file", "language", "mediaType"]);
}
