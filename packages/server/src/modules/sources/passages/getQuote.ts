import type { CitedPassage } from "@lectern/contract";
import type { DocumentPassage } from "./groupPassages.ts";

/**
 * Returns the text of a passage as it is shown, without the headings above it, which are apart. Without `headings` if
 * it is not known whether the text begins with them.
 */
export function getQuote({
  content,
  quote,
  chunkIds,
}: Pick<DocumentPassage, "content" | "quote" | "chunkIds">): Pick<CitedPassage, "content" | "headings"> {
  if (quote) return { content: quote.text, headings: quote.headings };
  // Only chunks of the search index begin with headings.
  return chunkIds ? { content } : { content, headings: "" };
}
