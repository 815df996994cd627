import type { ContentItem } from "@lectern/contract";
import { type DetectedLanguage, detectLanguage, maxSampleLength, unknownLanguage } from "./detectLanguage.ts";

const excerptCount = 40;
const excerptLength = 300;
/** Share of the excerpts with a known language that must have the document's language. */
const minShare = 2 / 3;

/**
 * Detects the language of a whole document. For a long one, this is the language of most excerpts, because a document
 * can begin with a licence or a summary in another language. Returns `unknownLanguage` if no language prevails.
 */
export function detectDocumentLanguage(items: readonly Pick<ContentItem, "content">[]): DetectedLanguage {
  const text = items.map(({ content }) => content).join("\n");
  if (text.length <= maxSampleLength) return detectLanguage(text);
  const languages = listExcerpts(text)
    .map(detectLanguage)
    .filter(({ iso }) => iso !== null);
  const languagesByIso = Object.groupBy(languages, ({ iso }) => iso ?? "");
  const [mostFrequent = []] = Object.values(languagesByIso).sort((a = [], b = []) => b.length - a.length);
  return mostFrequent[0] && mostFrequent.length >= languages.length * minShare ? mostFrequent[0] : unknownLanguage;
}

/** Returns excerpts at equal distances. */
function listExcerpts(text: string): string[] {
  return Array.from({ length: excerptCount }, (_, index) => {
    const start = Math.floor((index * text.length) / excerptCount);
    return text.slice(start, start + excerptLength);
  });
}
