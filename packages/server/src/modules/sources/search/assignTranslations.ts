import { isLanguageNamed } from "../rewriting/languageNames.ts";
import type { Translation } from "../rewriting/rewriting.ts";
import type { SourceDocument } from "../sourceDocument.ts";

interface UnassignedWordings {
  alternatives?: readonly string[];
  translations?: readonly Translation[];
  documents: readonly Pick<SourceDocument, "documentId" | "language">[];
}

/**
 * Assigns each translation to the documents in its language and to those whose language is unknown. A translation into a
 * language of none of them becomes an alternative.
 */
export function assignTranslations({ alternatives = [], translations = [], documents }: UnassignedWordings) {
  const languages = [...new Set(documents.flatMap(({ language }) => language ?? []))];
  const textsByLanguage = new Map<string, string[]>();
  const unassignedTexts: string[] = [];
  for (const { language: writtenName, text } of translations) {
    const language = writtenName && languages.find((each) => isLanguageNamed(writtenName, each));
    if (language) textsByLanguage.set(language, [...(textsByLanguage.get(language) ?? []), text]);
    else unassignedTexts.push(text);
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
