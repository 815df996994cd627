import type { PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { withTimeLimit } from "../../../ui/pdf/withTimeLimit.ts";
import { findPassage, findWordStarts, toLetters, trimToWords } from "./findPassage.ts";
import { findRunningItems, type PageTexts } from "./findRunningItems.ts";
import { type GetShare, getHighlights, type Highlight, type LetterPosition } from "./highlights/getHighlights.ts";
import { createGetShare, createTextMeasure } from "./text/measureText.ts";
import { splitLeaders } from "./text/splitLeaders.ts";

const textTimeLimitMs = 10_000;
/** A page with more pieces of text is not searched further. */
const maxItems = 20_000;

/**
 * Finds a passage on a page. `neighbours` are the pages around it, which tell what its running header is: that is
 * marked only if nothing else is found. Returns no rectangles if the passage is not found, or if the page's text cannot
 * be read in time. The rectangles of the key sentence follow those of the passage.
 */
export async function highlightPassage(
  page: PDFPageProxy,
  neighbours: readonly PDFPageProxy[],
  { quote, keySentence = "" }: { quote: string; keySentence?: string | undefined },
  signal: AbortSignal,
): Promise<Highlight[]> {
  const [texts, ...neighbourTexts] = await Promise.all([page, ...neighbours].map((each) => readTexts(each, signal)));
  if (!texts) return [];
  const searched = { quoteLetters: toLetters(quote).letters, keyLetters: toLetters(keySentence).letters };
  const highlights = getHighlightsOf(texts, findRunningItems(texts, neighbourTexts), searched);
  return highlights.length > 0 ? highlights : getHighlightsOf(texts, new Set(), searched);
}

interface MeasuredTexts extends PageTexts {
  getShare: GetShare;
}

async function readTexts(page: PDFPageProxy, signal: AbortSignal): Promise<MeasuredTexts> {
  const content = await withTimeLimit(page.getTextContent(), textTimeLimitMs, signal).catch(() => null);
  const items = (content?.items ?? []).filter((item) => "str" in item).slice(0, maxItems);
  const measure = createTextMeasure(content?.styles ?? {});
  return {
    items: splitLeaders(items, measure),
    geometry: page.getViewport({ scale: 1 }),
    getShare: createGetShare(measure),
  };
}

function getHighlightsOf(
  { items, geometry, getShare }: MeasuredTexts,
  leftOut: ReadonlySet<number>,
  { quoteLetters, keyLetters }: { quoteLetters: string; keyLetters: string },
): Highlight[] {
  let pageLetters = "";
  const positions: LetterPosition[] = [];
  const wordStarts: boolean[] = [];
  for (const [item, { str }] of items.entries()) {
    if (leftOut.has(item)) continue;
    const itemLetters = toLetters(str);
    pageLetters += itemLetters.letters;
    for (const character of itemLetters.offsets) positions.push({ item, character });
    wordStarts.push(...findWordStarts(str, itemLetters));
  }
  const find = (searchedLetters: string) =>
    findPassage(pageLetters, searchedLetters).map((range) => trimToWords(range, wordStarts));
  const ranges = find(quoteLetters);
  const keyRanges = find(keyLetters).filter((key) => ranges.some(({ from, to }) => key.from < to && key.to > from));
  const keyHighlights = getHighlights(items, positions, keyRanges, geometry, getShare);
  return [
    ...getHighlights(items, positions, ranges, geometry, getShare),
    ...keyHighlights.map((highlight) => ({ ...highlight, isKey: true })),
  ];
}
