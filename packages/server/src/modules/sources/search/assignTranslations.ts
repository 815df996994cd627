import { findNamedLanguage } from "../rewriting/languageNames.ts";
import type { Translation } from "../rewriting/rewriting.ts";
import type { SourceDocument } from "../sourceDocument.ts";

interface UnassignedWordings {
  alternatives?: readonly string[];
  translations?: readonly Translation[];
  documents: readonly Pick<SourceDocument, "documentId" | "language">[];
  /** The languages for which translations were requested. Default: those of the documents. */
  languages?: readonly string[];
}

/**
 * Assigns each translation to the documents in its language and to those whose language is unknown. Leaves out what was
 * requested for other documents. A translation whose language is not known becomes an alternative.
 */
export function assignTranslations({ alternatives = [], translations = [], documents, ...rest }: UnassignedWordings) {
  const languagesHere = new Set(documents.flatMap(({ language }) => language ?? []));
  const { languages = [...languagesHere] } = rest;
  const textsByLanguage = new Map<string, string[]>();
  const unassignedTexts: string[] = [];
  for (const { language: writtenName, text } of translations) {
    const language = writtenName === null ? undefined : findNamedLanguage(writtenName, languages);
    if (language === undefined) unassignedTexts.push(text);
    else if (languagesHere.has(language))
      textsByLanguage.set(language, [...(textsByLanguage.get(language) ?? []), text]);
  }
  const listIds = (language: string) =>
    documents
      .filter((document) => document.language === language || document.language === null)
      .flatMap(({ documentId }) => documentId ?? []);
  return {
    alternatives: [...alternatives, ...unassignedTexts],
    translations: [...textsByLanguage].map(([language, texts]) => ({ texts, documentIds: listIds(language) })),
  };
}
