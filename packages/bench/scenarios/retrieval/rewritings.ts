import { buildRewriteMaterial } from "../../../server/src/modules/sources/rewriting/buildRewriteMaterial.ts";
import { getLanguageName } from "../../../server/src/modules/sources/rewriting/languageNames.ts";
import { parseRewriting } from "../../../server/src/modules/sources/rewriting/parseRewriting.ts";
import { listAlternativeSearches } from "../../../server/src/modules/sources/rewriting/rewriting.ts";
import { assignTranslations } from "../../../server/src/modules/sources/search/assignTranslations.ts";
import { buildSearchQuestion } from "../../../server/src/modules/sources/search/buildSearchQuestion.ts";
import type { CorpusFile, Question } from "./corpus.ts";
import type { RewrittenWordings } from "./searchVariants.ts";

/** How a question is rewritten before it is searched. */
export type RewriteMode =
  /** Not at all. */
  | "plain"
  /** As the server does it: with translations into the languages that it names to the model. */
  | "rewritten"
  /** As the server does it, but reranked by the person's own words. */
  | "rewritten, reranked by own words";

/** Builds the text that the server searches for if no model rewrites the question. */
export function toSearchText(question: Question): string {
  return buildSearchQuestion(toHistory(question));
}

/** Returns what is searched for a question: what the server makes of the stored rewriting. Null if there is none. */
export function toSearchWordings(
  question: Question,
  mode: RewriteMode,
  documents: readonly CorpusFile[],
): RewrittenWordings | null {
  const plainWordings = { question: toSearchText(question), alternatives: [] };
  if (mode === "plain") return plainWordings;
  if (!question.rewriting) return null;
  const namedLanguages = listNamedLanguages(question, documents);
  const translations = Object.entries(question.rewriting.translations)
    .filter(([language]) => language !== question.language && namedLanguages.includes(getLanguageName(language)))
    .map(([language, text]) => ({ language: getLanguageName(language), text }));
  const rewriting = parseRewriting(JSON.stringify({ ...question.rewriting, translations }));
  if (!rewriting) throw new Error(`the rewriting of ${question.id} is unusable`);
  return {
    ...plainWordings,
    ...assignTranslations({
      alternatives: listAlternativeSearches(rewriting),
      translations: rewriting.translations,
      documents: documents.map(({ file, language }) => ({ documentId: file, language })),
    }),
    ...(mode !== "rewritten, reranked by own words" && { standaloneQuestion: rewriting.question }),
  };
}

function toHistory({ question, previous = [] }: Question) {
  return [...previous, question].map((content) => ({ role: "user" as const, content }));
}

/** Returns the languages that the server names to the model if all documents are searched. */
function listNamedLanguages(question: Question, documents: readonly CorpusFile[]): string[] {
  const material = buildRewriteMaterial({
    history: toHistory(question),
    documents: documents.map(({ file, language }) => ({ name: file, language })),
  });
  const { documentLanguages }: { documentLanguages: string[] } = JSON.parse(material ?? '{"documentLanguages":[]}');
  return documentLanguages;
}
