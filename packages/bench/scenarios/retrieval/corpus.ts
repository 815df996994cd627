import { readFileSync } from "node:fs";
import { join } from "node:path";

const corpusFolder = join(import.meta.dirname, "../../corpus");

export interface Question {
  id: string;
  language: string;
  kind: "sharesWords" | "paraphrase";
  question: string;
  file: string;
  passage: string;
  parts?: string[];
}

export interface CorpusFile {
  file: string;
  mediaType: string;
  path: string;
}

/** Reads the questions, which were written before the index existed, and the documents that answer them. */
export function readCorpus(): { questions: Question[]; documents: CorpusFile[] } {
  const readJson = (name: string): unknown => JSON.parse(readFileSync(join(corpusFolder, name), "utf8"));
  const questions = validateList(readJson("questions.json"), isQuestion);
  const documents = validateList(readJson("documents.json"), isDocument).map(({ file, mediaType }) => ({
    ...{ file, mediaType },
    path: join(corpusFolder, "documents", file),
  }));
  return { questions, documents };
}

/** True if the text of a passage contains the answer. Compares as described in the README of the corpus. */
export function containsAnswer(content: string, { passage, parts }: Question): boolean {
  const text = extractLetters(content);
  return (parts ?? [passage]).every((part) => text.includes(extractLetters(part)));
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

function isQuestion(value: unknown): value is Question {
  return (
    hasStrings(value, ["id", "language", "kind", "question", "file", "passage"]) &&
    (value.kind === "sharesWords" || value.kind === "paraphrase") &&
    (value.parts === undefined || Array.isArray(value.parts))
  );
}

function isDocument(value: unknown): value is { file: string; mediaType: string } {
  return hasStrings(value, ["file", "mediaType"]);
}
