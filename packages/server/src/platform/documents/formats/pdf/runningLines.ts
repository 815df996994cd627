import type { BodyStyle } from "./headings.ts";
import type { Paragraph } from "./pageParagraphs.ts";

/** So many paragraphs at the top and at the bottom of a page are looked at. */
const atEdge = 2;

/** Titles and page numbers that stand at the edge of page after page, no larger than the body: the title of each chapter is no such thing. */
export function findRunningLines(pages: readonly (readonly Paragraph[])[], body: BodyStyle): ReadonlySet<Paragraph> {
  const found = new Map<string, Paragraph[]>();
  const running = new Set<Paragraph>();
  for (const page of pages) {
    const edges = new Set([...page.slice(0, atEdge), ...page.slice(-atEdge)]);
    for (const paragraph of edges) {
      if (paragraph.lines > 1 || paragraph.text.length > 150 || paragraph.size > body.size * 1.2) continue;
      const pattern = paragraph.text.replace(/\d+|\b[ivxlc]+\b/gi, "#").replace(/\s+/g, " ");
      // By its place too: a word that begins many pages is not at the same height on each.
      const name = `${pattern}\n${Math.round(paragraph.top / 4)}`;
      const same = found.get(name) ?? [];
      same.push(paragraph);
      found.set(name, same);
    }
  }
  const enough = Math.max(3, pages.length * 0.1);
  for (const same of found.values()) if (same.length >= enough) for (const paragraph of same) running.add(paragraph);
  return running;
}
