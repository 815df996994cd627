export interface Translation {
  /** The English name of the language, as the model wrote it; null if it named none. */
  language: string | null;
  text: string;
}

/** What a model makes of a question, to search with. All texts are short, and are used as search text only. */
export interface Rewriting {
  /** The question, understandable without the conversation. */
  question: string;
  /** Other wordings, as a document might put it. */
  alternatives: readonly string[];
  keywords: readonly string[];
  /** The question in the other languages of the documents. */
  translations: readonly Translation[];
}

/**
 * Lists the searches that are made beside the one for the person's own words and those for the translations: one for the
 * rewritten question, one for the keywords together, then one for each alternative.
 */
export function listAlternativeSearches({ question, alternatives, keywords }: Rewriting): string[] {
  return [question, keywords.join("\n"), ...alternatives].filter((text) => text !== "");
}
