import type { ContentItem, Location } from "@lectern/contract";
import type { Chunk } from "../documentReader.ts";
import { detectDocumentLanguage } from "./detectDocumentLanguage.ts";
import { detectLanguage } from "./detectLanguage.ts";
import { createHeadingPath, formatPath } from "./headingPath.ts";
import { isPageBreak, minTokensAtPageBreak } from "./isPageBreak.ts";
import { type CountTokens, splitText } from "./splitText.ts";

export interface ChunkOptions {
  /** Maximum number of tokens of a chunk, approximately, because the counts of its parts are added up. */
  maxTokens?: number;
  /** A heading starts a new chunk if the current one has at least this many tokens. */
  minTokensAtHeading?: number;
}

export interface ChunkableItem extends ContentItem {
  /** The headings above the item, outermost first. If absent, they are inferred from the heading items before it. */
  headings?: readonly string[];
}

/** An item, or a part of one, that goes into one chunk. */
interface Segment {
  text: string;
  tokens: number;
  /** Index of `item` in the document. */
  index: number;
  item: ChunkableItem;
  /** Offset in the whole text, in UTF-16 code units. */
  start: number;
  /**
   * The table header or first line of code, which precedes the segment if it starts a chunk; empty if there is none.
   */
  repeatedHeader: string;
}

/** A longer heading is treated as a paragraph. */
const maxHeadingTokens = 60;
const maxRepeatedHeaderTokens = 100;
const minPartTokens = 100;
/** Separates two items in the whole text of a document, in which `charIndex` counts. */
export const itemSeparator = "\n";

/**
 * Splits a document's content into chunks for search, in reading order and without overlap. A heading stays with the
 * text that follows it, and each chunk starts with the headings above its text. A table or code block is split only if
 * it is too long for one chunk; each part then repeats the table header or the first line. A chunk of at least
 * `minTokensAtPageBreak` tokens ends with its page, slide, sheet or chapter. Blank items are skipped.
 */
export function chunkContent(
  items: readonly ChunkableItem[],
  countTokens: CountTokens,
  { maxTokens = 480, minTokensAtHeading = 220 }: ChunkOptions = {},
): Chunk[] {
  const chunks: Chunk[] = [];
  const headingPath = createHeadingPath();
  const documentLanguage = detectDocumentLanguage(items);
  let segments: Segment[] = [];
  let headingsAbove = "";
  let tokens = 0;

  const getHeadingsAbove = ({ item, text }: Segment) => {
    if (item.headings) return formatPath(item.headings);
    return item.kind === "heading" ? headingPath.getPathAbove(text) : headingPath.getPath();
  };
  const startChunk = (segment: Segment) => {
    headingsAbove = getHeadingsAbove(segment);
    tokens = headingsAbove === "" ? 0 : countTokens(headingsAbove) + 1;
    if (segment.repeatedHeader !== "") tokens += countTokens(segment.repeatedHeader) + 1;
  };
  const appendSegment = (segment: Segment) => {
    if (isHeading(segment) && !segment.item.headings)
      headingPath.enter(segment.text, segments.at(-1)?.item.kind === "heading");
    if (segments.length === 0) startChunk(segment);
    segments.push(segment);
    tokens += segment.tokens + 1;
  };
  const emitChunk = (finishedSegments: readonly Segment[]) => {
    const [first] = finishedSegments;
    if (!first) return;
    const content = [headingsAbove, first.repeatedHeader, joinSegments(finishedSegments)]
      .filter((part) => part !== "")
      .join("\n");
    const { iso, configuration } = detectLanguage(content);
    chunks.push({
      content,
      headings: headingsAbove,
      tokens: countTokens(content),
      charIndex: first.start,
      locations: removeDuplicates(finishedSegments.map(({ item }) => item.location)),
      originalIndexes: [...new Set(finishedSegments.map(({ index }) => index))],
      language: iso === null && configuration === "simple" ? documentLanguage.configuration : configuration,
    });
  };
  /** Ends the chunk. Headings at its end move to the next chunk, because they introduce its text. */
  const closeChunk = () => {
    const lastTextIndex = segments.findLastIndex((segment) => !isHeading(segment));
    const movesHeadings = lastTextIndex >= 0 && lastTextIndex < segments.length - 1;
    emitChunk(movesHeadings ? segments.slice(0, lastTextIndex + 1) : segments);
    const trailingHeadings = movesHeadings ? segments.slice(lastTextIndex + 1) : [];
    segments = [];
    tokens = 0;
    const [first] = trailingHeadings;
    if (!first) return;
    startChunk(first);
    segments = trailingHeadings;
    tokens += trailingHeadings.reduce((sum, segment) => sum + segment.tokens + 1, 0);
  };
  const fits = (segment: Segment) => tokens + segment.tokens + 1 <= maxTokens;
  const isAfterPageBreak = ({ item }: Segment) => {
    const lastSegment = segments.at(-1);
    return lastSegment !== undefined && isPageBreak(lastSegment.item.location, item.location);
  };

  /** A section without a heading in the text starts where the given headings change. */
  const startsSection = (segment: Segment) => {
    const last = segments.at(-1);
    return isHeading(segment) || (last && !isHeading(last) && last.item.headings !== segment.item.headings);
  };

  const addSegment = (segment: Segment) => {
    const shouldClose =
      (startsSection(segment) && tokens >= minTokensAtHeading) ||
      (isAfterPageBreak(segment) && tokens >= minTokensAtPageBreak);
    if (shouldClose && !segments.every(isHeading)) closeChunk();
    if (segments.length === 0 ? segment.tokens + countLeadTokens(segment) <= maxTokens : fits(segment))
      return appendSegment(segment);
    if (!segments.every(isHeading)) closeChunk();
    // If so many headings precede the text, they are a table of contents, and not the headings of this text.
    if (tokens > maxTokens / 2) {
      emitChunk(segments);
      segments = [];
      tokens = 0;
    }
    if (segments.length === 0 ? segment.tokens + countLeadTokens(segment) <= maxTokens : fits(segment))
      return appendSegment(segment);
    const availableTokens = maxTokens - (segments.length === 0 ? countLeadTokens(segment) : tokens);
    for (const part of splitIntoParts(segment, Math.max(availableTokens - 2, minPartTokens), countTokens)) {
      if (segments.length > 0 && !fits(part)) closeChunk();
      appendSegment(part);
    }
  };
  const countLeadTokens = ({ item, repeatedHeader }: Segment) => {
    const path = item.headings ? formatPath(item.headings) : headingPath.getPath();
    return (
      (path === "" ? 0 : countTokens(path) + 1) + (repeatedHeader === "" ? 0 : countTokens(repeatedHeader) + 1) + 1
    );
  };

  let start = 0;
  let headerSegment: Segment | null = null;
  for (const [index, item] of items.entries()) {
    const text = item.content;
    if (text.trim() !== "") {
      const segmentTokens = countTokensUpTo(text, maxTokens, countTokens);
      const isLongHeading = item.kind === "heading" && segmentTokens > maxHeadingTokens;
      const segment: Segment = {
        text,
        tokens: segmentTokens,
        index,
        item: isLongHeading ? { ...item, kind: "paragraph" } : item,
        start,
        repeatedHeader: "",
      };
      if (headerSegment && isSameTable(headerSegment.item, item))
        segment.repeatedHeader = toRepeatedHeader(headerSegment.text, countTokens);
      else headerSegment = isRow(item) ? segment : null;
      addSegment(segment);
    }
    start += text.length + itemSeparator.length;
  }
  closeChunk();
  emitChunk(segments);
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

/** Returns the first row of a table, with the delimiter row if it is in Markdown, or the first line of code. */
function findTableHeader({ content, kind }: ContentItem): string {
  const [first = "", second = ""] = content.split("\n").filter((line) => line.trim() !== "");
  return kind === "table" && /^\s*\|?[\s:|-]+\|?\s*$/.test(second) ? `${first}\n${second}` : first;
}

const toRepeatedHeader = (text: string, countTokens: CountTokens) =>
  text.length < maxRepeatedHeaderTokens * 8 && countTokens(text) <= maxRepeatedHeaderTokens ? text.trimEnd() : "";

/** Returns true for a row of a sheet. Each row is a separate item, and the first one is taken as the header. */
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

function removeDuplicates(locations: readonly Location[]): Location[] {
  return [...new Map(locations.map((location) => [JSON.stringify(location), location])).values()];
}

/** Returns a number above `maxTokens` for a very long text, whose tokens would take long to count. */
const countTokensUpTo = (text: string, maxTokens: number, countTokens: CountTokens) =>
  text.length > maxTokens * 12 ? text.length : countTokens(text);
