import type { Paragraph } from "./groupParagraphs.ts";
import type { BodyStyle } from "./headings.ts";

/** Number of paragraphs to check at the top and the bottom of each page. */
const edgeParagraphCount = 2;

/**
 * Finds running headers, footers and page numbers: lines that repeat at the top or bottom of many pages, apart from
 * their numbers. Lines that are larger than the body text are excluded, because they may be chapter titles.
 */
export function findRunningHeaders(
  pages: readonly (readonly Paragraph[])[],
  bodyStyle: BodyStyle,
): ReadonlySet<Paragraph> {
  const paragraphsByKey = new Map<string, Paragraph[]>();
  const runningHeaders = new Set<Paragraph>();
  for (const page of pages) {
    const edgeParagraphs = new Set([...page.slice(0, edgeParagraphCount), ...page.slice(-edgeParagraphCount)]);
    for (const paragraph of edgeParagraphs) {
      if (paragraph.lines > 1 || paragraph.text.length > 150 || paragraph.size > bodyStyle.size * 1.2) continue;
      const pattern = paragraph.text.replace(/\d+|\b[ivxlc]+\b/gi, "#").replace(/\s+/g, " ");
      // Compare the position too: a word that happens to start many pages is not always at the same height.
      const key = `${pattern}\n${Math.round(paragraph.top / 4)}`;
      const repetitions = paragraphsByKey.get(key) ?? [];
      repetitions.push(paragraph);
      paragraphsByKey.set(key, repetitions);
    }
  }
  const minOccurrences = Math.max(3, pages.length * 0.1);
  for (const repetitions of paragraphsByKey.values())
    if (repetitions.length >= minOccurrences) for (const paragraph of repetitions) runningHeaders.add(paragraph);
  return runningHeaders;
}
