import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { findPassage, toLetters } from "./findPassage.ts";
import { findRunningItems, type PageTexts } from "./findRunningItems.ts";
import { getHighlights, type Highlight, type LetterPosition } from "./getHighlights.ts";
import { withTimeLimit } from "./withTimeLimit.ts";

const textTimeLimitMs = 10_000;
/** A page with more pieces of text is not searched further. */
const maxItems = 20_000;

/**
 * Finds a passage on a page. `neighbours` are the pages around it, which tell what its running header is: that is
 * marked only if nothing else is found. Returns no rectangles if the passage is not found, or if the page's text cannot
 * be read in time.
 */
export async function highlightPassage(
  page: PDFPageProxy,
  neighbours: readonly PDFPageProxy[],
  quote: string,
  signal: AbortSignal,
): Promise<Highlight[]> {
  const [texts, ...neighbourTexts] = await Promise.all([page, ...neighbours].map((each) => readTexts(each, signal)));
  if (!texts) return [];
  // A passage may start with a line of the headings above it.
  const text = quote.trim().replace(/^[^\n]* › [^\n]*\n(?=\s*\S)/, "");
  const quoteLetters = toLetters(text).letters;
  const highlights = getHighlightsOf(texts, findRunningItems(texts, neighbourTexts), quoteLetters);
  return highlights.length > 0 ? highlights : getHighlightsOf(texts, new Set(), quoteLetters);
}

async function readTexts(page: PDFPageProxy, signal: AbortSignal): Promise<PageTexts> {
  const content = await withTimeLimit(page.getTextContent(), textTimeLimitMs, signal).catch(() => null);
  const items = (content?.items ?? []).filter((item) => "str" in item).slice(0, maxItems);
  return { items, geometry: page.getViewport({ scale: 1 }) };
}

function getHighlightsOf({ items, geometry }: PageTexts, leftOut: ReadonlySet<number>, quoteLetters: string) {
  let pageLetters = "";
  const positions: LetterPosition[] = [];
  for (const [item, { str }] of items.entries()) {
    if (leftOut.has(item)) continue;
    const { letters, offsets } = toLetters(str);
    pageLetters += letters;
    for (const character of offsets) positions.push({ item, character });
  }
  return getHighlights(items, positions, findPassage(pageLetters, quoteLetters), geometry);
}
