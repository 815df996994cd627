import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { findPassage, toLetters } from "./findPassage.ts";
import { getHighlights, type Highlight, type LetterPosition } from "./getHighlights.ts";
import { withTimeLimit } from "./withTimeLimit.ts";

const textTimeLimitMs = 10_000;
/** A page with more pieces of text is not searched further. */
const maxItems = 20_000;

/** Finds a passage on a page. Returns no rectangles if it is not found, or if the page's text cannot be read in time. */
export async function highlightPassage(page: PDFPageProxy, quote: string, signal: AbortSignal): Promise<Highlight[]> {
  const content = await withTimeLimit(page.getTextContent(), textTimeLimitMs, signal).catch(() => null);
  const items = (content?.items ?? []).filter((item) => "str" in item).slice(0, maxItems);
  let pageLetters = "";
  const positions: LetterPosition[] = [];
  for (const [item, { str }] of items.entries()) {
    const { letters, offsets } = toLetters(str);
    pageLetters += letters;
    for (const character of offsets) positions.push({ item, character });
  }
  // A passage may start with a line of the headings above it.
  const text = quote.trim().replace(/^[^\n]* › [^\n]*\n(?=\s*\S)/, "");
  const ranges = findPassage(pageLetters, toLetters(text).letters);
  return getHighlights(items, positions, ranges, page.getViewport({ scale: 1 }));
}
