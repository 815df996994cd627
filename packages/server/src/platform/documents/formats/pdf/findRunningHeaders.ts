import type { Paragraph } from "./groupParagraphs.ts";
import type { BodyStyle } from "./headings.ts";

/** Number of paragraphs to check at the top and the bottom of each page. */
const edgeParagraphCount = 2;

/**
 * Finds running headers, footers and page numbers: lines at the top or bottom of many pages that repeat apart from their
 * numbers, or that start or end with the number of their page. Lines that are larger than the body text are excluded,
 * because they may be chapter titles.
 */
export function findRunningHeaders(
  pages: readonly (readonly Paragraph[])[],
  bodyStyle: BodyStyle,
): ReadonlySet<Paragraph> {
  const paragraphsByKey = new Map<string, Paragraph[]>();
  const addOccurrence = (key: string, paragraph: Paragraph) => {
    const occurrences = paragraphsByKey.get(key) ?? [];
    occurrences.push(paragraph);
    paragraphsByKey.set(key, occurrences);
  };
  for (const [pageIndex, page] of pages.entries()) {
    const edgeParagraphs = new Set([...page.slice(0, edgeParagraphCount), ...page.slice(-edgeParagraphCount)]);
    for (const paragraph of edgeParagraphs) {
      if (paragraph.lines > 1 || paragraph.text.length > 150 || paragraph.size > bodyStyle.size * 1.2) continue;
      const pattern = paragraph.text.replace(/\d+|\b[ivxlc]+\b/gi, "#").replace(/\s+/g, " ");
      // Compare the position too: a word that happens to start many pages is not always at the same height.
      addOccurrence(`${pattern}\n${Math.round(paragraph.top / 4)}`, paragraph);
      const pageNumber = pageNumberPattern.exec(paragraph.text)?.slice(1).find(Boolean);
      // Page numbers are all the same number of pages away from the physical page.
      if (pageNumber !== undefined) addOccurrence(`page number ${Number(pageNumber) - pageIndex}`, paragraph);
    }
  }
  const runningHeaders = new Set<Paragraph>();
  const minOccurrences = Math.max(3, pages.length * 0.1);
  for (const occurrences of paragraphsByKey.values())
    if (occurrences.length >= minOccurrences) for (const paragraph of occurrences) runningHeaders.add(paragraph);
  return runningHeaders;
}

/** Matches a page number that is clearly apart from the chapter beside it. */
const pageNumberPattern = /^(\d{1,5}) {2,}\S|\S {2,}(\d{1,5})$/;
