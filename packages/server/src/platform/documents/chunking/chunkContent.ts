import type { ContentItem, Location } from "@lectern/contract";
import type { Chunk } from "../documentReader.ts";
import { detectLanguage } from "./detectLanguage.ts";
import { createHeadingPath } from "./headingPath.ts";
import { isPageBreak, minTokensAtPageBreak } from "./isPageBreak.ts";
import { type CountTokens, splitText } from "./splitText.ts";

export interface ChunkOptions {
  /** Maximum tokens of a chunk. */
  maxTokens?: number;
  /** A heading starts a new chunk if the current one has at least this many tokens. */
  minTokensAtHeading?: number;
}

/** A part of one item that is not split further. */
interface Segment {
  text: string;
  tokens: number;
  /** Index of the item that contains the segment. */
  index: number;
  item: ContentItem;
  /** Offset in the whole text. */
  start: number;
  /** The table header or first line of code, repeated if the part starts a chunk. */
  repeatedHeader: string;
}

const maxHeadingLength = 60;
const maxLeadTokens = 100;
const minPartTokens = 100;
/** Separates two items in the whole text of a document, in which `charIndex` counts. */
export const itemSeparator = "\n";

/**
 * Splits a document's content into chunks for search of about 350 to 500 tokens, in reading order and without overlap.
 * A heading stays with the text that follows it, and each chunk starts with the headings above it. A table or code
 * block is split only if it exceeds a chunk on its own; each part then repeats the first row or line. A chunk that is
 * large enough ends with its page, slide, sheet or chapter. Blank items are skipped.
 */
export function chunkContent(
  items: readonly ContentItem[],
  countTokens: CountTokens,
  { maxTokens = 480, minTokensAtHeading = 220 }: ChunkOptions = {},
): Chunk[] {
  const chunks: Chunk[] = [];
  const headings = createHeadingPath();
  const documentLanguage = detectLanguage(sampleText(items));
  let segments: Segment[] = [];
  let before = "";
  let tokens = 0;

  const begin = (segment: Segment) => {
    before = isHeading(segment) ? headings.above(segment.text) : headings.path();
    tokens = before === "" ? 0 : countTokens(before) + 1;
    if (segment.repeatedHeader !== "") tokens += countTokens(segment.repeatedHeader) + 1;
  };
  const push = (segment: Segment) => {
    if (isHeading(segment)) headings.enter(segment.text, segments.at(-1)?.item.kind === "heading");
    if (segments.length === 0) begin(segment);
    segments.push(segment);
    tokens += segment.tokens + 1;
  };
  const emit = (finishedSegments: readonly Segment[]) => {
    const [first] = finishedSegments;
    if (!first) return;
    const content = [before, first.repeatedHeader, joinSegments(finishedSegments)]
      .filter((part) => part !== "")
      .join("\n");
    const { iso, configuration } = detectLanguage(content);
    chunks.push({
      content,
      tokens: countTokens(content),
      charIndex: first.start,
      locations: distinct(finishedSegments.map(({ item }) => item.location)),
      originalIndexes: [...new Set(finishedSegments.map(({ index }) => index))],
      language: iso === null && configuration === "simple" ? documentLanguage.configuration : configuration,
    });
  };
  /** Ends the chunk. Headings at its end move to the next chunk, because they introduce its text. */
  const close = () => {
    const last = segments.findLastIndex((segment) => !isHeading(segment));
    const movesHeadings = last >= 0 && last < segments.length - 1;
    emit(movesHeadings ? segments.slice(0, last + 1) : segments);
    const trailingHeadings = movesHeadings ? segments.slice(last + 1) : [];
    segments = [];
    tokens = 0;
    const [first] = trailingHeadings;
    if (!first) return;
    begin(first);
    segments = trailingHeadings;
    tokens += trailingHeadings.reduce((sum, segment) => sum + segment.tokens + 1, 0);
  };
  const fits = (segment: Segment) => tokens + segment.tokens + 1 <= maxTokens;
  const isAfterPageBreak = ({ item }: Segment) => {
    const last = segments.at(-1);
    return last !== undefined && isPageBreak(last.item.location, item.location);
  };

  const add = (segment: Segment) => {
    const shouldClose =
      (isHeading(segment) && tokens >= minTokensAtHeading) ||
      (isAfterPageBreak(segment) && tokens >= minTokensAtPageBreak);
    if (shouldClose && !segments.every(isHeading)) close();
    if (segments.length === 0 ? segment.tokens + countLeadTokens(segment) <= maxTokens : fits(segment))
      return push(segment);
    if (!segments.every(isHeading)) close();
    // This is a long run of headings, as in a table of contents.
    if (tokens > maxTokens / 2) {
      emit(segments);
      segments = [];
      tokens = 0;
    }
    if (segments.length === 0 ? segment.tokens + countLeadTokens(segment) <= maxTokens : fits(segment))
      return push(segment);
    const availableTokens = maxTokens - (segments.length === 0 ? countLeadTokens(segment) : tokens);
    for (const part of splitIntoParts(segment, Math.max(availableTokens - 2, minPartTokens), countTokens)) {
      if (segments.length > 0 && !fits(part)) close();
      push(part);
    }
  };
  const countLeadTokens = (segment: Segment) =>
    (headings.path() === "" ? 0 : countTokens(headings.path()) + 1) +
    (segment.repeatedHeader === "" ? 0 : countTokens(segment.repeatedHeader) + 1) +
    1;

  let start = 0;
  let header: Segment | null = null;
  for (const [index, item] of items.entries()) {
    const text = item.content;
    if (text.trim() !== "") {
      const tokens = countBounded(text, maxTokens, countTokens);
      const isLong = item.kind === "heading" && tokens > maxHeadingLength;
      const segment: Segment = {
        text,
        tokens,
        index,
        item: isLong ? { ...item, kind: "paragraph" } : item,
        start,
        repeatedHeader: "",
      };
      if (header && isSameTable(header.item, item)) segment.repeatedHeader = toRepeatedHeader(header.text, countTokens);
      else header = isRow(item) ? segment : null;
      add(segment);
    }
    start += text.length + itemSeparator.length;
  }
  close();
  emit(segments);
  return chunks;
}

const isHeading = ({ item }: Segment) => item.kind === "heading";
const isLineBased = ({ kind }: ContentItem) => kind === "table" || kind === "code";

function splitIntoParts(segment: Segment, maxTokens: number, countTokens: CountTokens): Segment[] {
  const byLines = isLineBased(segment.item);
  const repeatedHeader =
    byLines && segment.repeatedHeader === ""
      ? toRepeatedHeader(findTableHeader(segment.item), countTokens)
      : segment.repeatedHeader;
  const availableTokens = Math.max(
    maxTokens - (repeatedHeader === "" ? 0 : countTokens(repeatedHeader) + 1),
    minPartTokens,
  );
  let start = segment.start;
  return splitText(segment.text, availableTokens, countTokens, { byLines }).flatMap((text, index) => {
    const part = {
      ...segment,
      text,
      tokens: countTokens(text),
      start,
      repeatedHeader: index === 0 ? segment.repeatedHeader : repeatedHeader,
    };
    start += text.length;
    return text.trim() === "" ? [] : [part];
  });
}

/** Returns the header of a table, in Markdown with its delimiter row, or the first line of code. */
function findTableHeader({ content, kind }: ContentItem): string {
  const [first = "", second = ""] = content.split("\n").filter((line) => line.trim() !== "");
  return kind === "table" && /^\s*\|?[\s:|-]+\|?\s*$/.test(second) ? `${first}\n${second}` : first;
}

const toRepeatedHeader = (text: string, countTokens: CountTokens) =>
  text.length < maxLeadTokens * 8 && countTokens(text) <= maxLeadTokens ? text.trimEnd() : "";

/** Returns true for a row of a sheet. Each row is a separate item, and the first row names the columns. */
const isRow = ({ kind, location }: ContentItem) => kind === "table" && "row" in location;

function isSameTable(header: ContentItem, item: ContentItem): boolean {
  return isRow(item) && JSON.stringify({ ...header.location, row: 0 }) === JSON.stringify({ ...item.location, row: 0 });
}

function joinSegments(segments: readonly Segment[]): string {
  return segments.reduce((text, segment, index) => {
    const previous = segments[index - 1];
    if (!previous) return segment.text;
    if (previous.index === segment.index) return text + segment.text;
    const isTight = previous.item.kind === segment.item.kind && segment.item.kind !== "paragraph";
    return `${text}${isTight ? "\n" : "\n\n"}${segment.text}`;
  }, "");
}

function distinct(locations: readonly Location[]): Location[] {
  return [...new Map(locations.map((location) => [JSON.stringify(location), location])).values()];
}

const countBounded = (text: string, maxTokens: number, countTokens: CountTokens) =>
  text.length > maxTokens * 12 ? text.length : countTokens(text);

/** Samples text from the whole document. */
function sampleText(items: readonly ContentItem[]): string {
  const step = Math.max(1, Math.floor(items.length / 40));
  return items
    .filter((_, index) => index % step === 0)
    .map(({ content }) => content.slice(0, 200))
    .join("\n");
}
