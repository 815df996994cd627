import { readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../corpus");

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

/** The questions, which were written before there was an index, and the documents that answer them. */
export function readCorpus(): { questions: Question[]; documents: CorpusFile[] } {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const questions = listOf(read("questions.json"), isQuestion);
  const documents = listOf(read("documents.json"), isDocument).map(({ file, mediaType }) => ({
    ...{ file, mediaType },
    path: join(folder, "documents", file),
  }));
  return { questions, documents };
}

/** Whether a passage that was found answers a question, by the comparison that the corpus's README describes. */
export function answers(content: string, { passage, parts }: Question): boolean {
  const text = letters(content);
  return (parts ?? [passage]).every((part) => text.includes(letters(part)));
}

function letters(text: string): string {
  return (
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]/gu) ?? []
  ).join("");
}

function listOf<Item>(given: unknown, isItem: (item: unknown) => item is Item): Item[] {
  if (!Array.isArray(given) || !given.every(isItem)) throw new Error("the corpus is not as its README describes it");
  return given;
}

const hasTexts = (given: unknown, names: readonly string[]): given is Record<string, unknown> =>
  typeof given === "object" && given !== null && names.every((name) => typeof Reflect.get(given, name) === "string");

function isQuestion(given: unknown): given is Question {
  return (
    hasTexts(given, ["id", "language", "kind", "question", "file", "passage"]) &&
    (given.kind === "sharesWords" || given.kind === "paraphrase") &&
    (given.parts === undefined || Array.isArray(given.parts))
  );
}

function isDocument(given: unknown): given is { file: string; mediaType: string } {
  return hasTexts(given, ["file", "mediaType"]);
}
