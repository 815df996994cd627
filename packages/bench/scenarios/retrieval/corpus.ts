import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";

const folder = join(import.meta.dirname, "../../corpus");

const Question = z.object({
  id: z.string(),
  language: z.string(),
  kind: z.enum(["sharesWords", "paraphrase"]),
  question: z.string(),
  file: z.string(),
  passage: z.string(),
  parts: z.optional(z.array(z.string())),
});
export type Question = z.infer<typeof Question>;

const CorpusDocument = z.object({ file: z.string(), mediaType: z.string() });
export interface CorpusFile {
  file: string;
  mediaType: string;
  path: string;
}

/** The questions, which were written before there was an index, and the documents that answer them. */
export function readCorpus(): { questions: Question[]; documents: CorpusFile[] } {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const questions = z.parse(z.array(Question), read("questions.json"));
  const documents = z
    .parse(z.array(CorpusDocument), read("documents.json"))
    .map((document) => ({ ...document, path: join(folder, "documents", document.file) }));
  return { questions, documents };
}

/** Whether a passage that was found answers a question, by the comparison that the corpus's README describes. */
export function answers(content: string, { passage, parts }: Question): boolean {
  const text = letters(content);
  return (parts ?? [passage]).every((part) => text.includes(letters(part)));
}

function letters(text: string): string {
  return (text.normalize("NFKC").toLowerCase().match(/[\p{L}\p{M}\p{N}]/gu) ?? []).join("");
}
