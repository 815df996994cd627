import type { Paragraph } from "./groupParagraphs.ts";
import type { BodyStyle } from "./headings.ts";
import type { PdfPage, Place } from "./pdfPage.ts";

/**
 * Changes the headings above the footnotes of each page. A footnote may belong to any section of its page, so it is
 * under the headings that all of them have in common. Footnotes are in small type at the end of the page.
 */
export function placeFootnotes(
  places: ReadonlyMap<Paragraph, Place>,
  pages: readonly PdfPage[],
  bodyStyle: BodyStyle,
  excluded: ReadonlySet<Paragraph>,
): ReadonlyMap<Paragraph, Place> {
  const changedPlaces = new Map(places);
  for (const page of pages) {
    const paragraphs = page.paragraphs.filter((paragraph) => !excluded.has(paragraph));
    const textEnd = paragraphs.findLastIndex(({ size }) => size > bodyStyle.size * 0.92 || size === 0) + 1;
    const paths = paragraphs.slice(0, textEnd).flatMap((paragraph) => {
      const place = places.get(paragraph);
      return place && !place.isHeading ? [place.headings] : [];
    });
    const [firstPath, ...otherPaths] = new Set(paths);
    if (!firstPath || otherPaths.length === 0) continue;
    const headings = otherPaths.reduce(getCommonStart, firstPath);
    for (const footnote of paragraphs.slice(textEnd)) changedPlaces.set(footnote, { isHeading: false, headings });
  }
  return changedPlaces;
}

function getCommonStart(first: readonly string[], second: readonly string[]): readonly string[] {
  const end = first.findIndex((title, index) => title !== second[index]);
  return end < 0 ? first : first.slice(0, end);
}
