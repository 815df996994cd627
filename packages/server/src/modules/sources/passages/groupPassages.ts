import type { ContentItem, Location } from "@lectern/contract";
import { isPageBreak, minTokensAtPageBreak } from "../../../platform/documents/chunking/isPageBreak.ts";
import type { PassageQuote } from "../../retrieval/service.ts";

/** A part of a document with its locations. An answer cites it by one number. */
export interface DocumentPassage {
  content: string;
  tokens: number;
  locations: Location[];
  /** Indexes of the content items that the passage covers. */
  originalIndexes: number[];
  /** The text that is shown; see `getQuote`. */
  quote?: PassageQuote;
  /** The chunks of the search index that it consists of; absent if a search has not found it. */
  chunkIds?: readonly string[];
}

/** Small enough to point to one location, large enough to be understood without context. */
const maxPassageTokens = 500;
/** A heading starts a new passage if the current one has at least this many tokens. */
const minTokensBeforeHeading = 150;
const maxLocations = 20;

/**
 * Splits a document into passages of at most 500 tokens at the boundaries of its items. A passage that is long enough
 * also ends before a heading and at the end of its page, slide, sheet or chapter. An item that is longer than a passage
 * is itself split.
 */
export function groupPassages(items: readonly ContentItem[]): DocumentPassage[] {
  const passages: DocumentPassage[] = [];
  let currentItems: { item: ContentItem; index: number }[] = [];
  let tokens = 0;
  const closePassage = () => {
    if (currentItems.length > 0) passages.push(toPassage(currentItems));
    currentItems = [];
    tokens = 0;
  };
  for (const [index, item] of items.entries()) {
    if (item.content.trim() === "") continue;
    const lastItem = currentItems.at(-1);
    const isHeadingBreak = item.kind === "heading" && tokens >= minTokensBeforeHeading;
    const isLocationBreak =
      lastItem && tokens >= minTokensAtPageBreak && isPageBreak(lastItem.item.location, item.location);
    if (isHeadingBreak || isLocationBreak || tokens + item.tokens > maxPassageTokens) closePassage();
    for (const part of splitItem(item)) {
      if (tokens + part.tokens > maxPassageTokens) closePassage();
      currentItems.push({ item: part, index });
      tokens += part.tokens;
    }
  }
  closePassage();
  return passages;
}

function toPassage(parts: readonly { item: ContentItem; index: number }[]): DocumentPassage {
  let content = "";
  for (const { item } of parts) {
    if (content !== "") content += isDense(item.kind) ? "\n" : "\n\n";
    content += item.content.trim();
  }
  const locationsByJson = new Map(parts.map(({ item }) => [JSON.stringify(item.location), item.location]));
  const locations = [...locationsByJson.values()];
  return {
    content,
    tokens: parts.reduce((sum, { item }) => sum + item.tokens, 0),
    // If there are too many locations, keep the first ones and the last one, which delimit the range.
    locations:
      locations.length > maxLocations ? [...locations.slice(0, maxLocations - 1), ...locations.slice(-1)] : locations,
    originalIndexes: [...new Set(parts.map(({ index }) => index))],
  };
}

const isDense = (kind: ContentItem["kind"]) => kind === "table" || kind === "code" || kind === "list";

/**
 * Splits an item that is longer than a passage: at paragraphs, or else at lines, sentences, spaces or any character.
 */
function splitItem(item: ContentItem): ContentItem[] {
  if (item.tokens <= maxPassageTokens) return [item];
  const length = Math.max(1, Math.floor((item.content.length * maxPassageTokens) / item.tokens));
  const parts: ContentItem[] = [];
  for (let partStart = 0; partStart < item.content.length; ) {
    const partEnd = findSplit(item.content, partStart, partStart + length);
    const content = item.content.slice(partStart, partEnd);
    const tokens = Math.min(maxPassageTokens, Math.ceil((item.tokens * content.length) / item.content.length));
    if (content.trim() !== "") parts.push({ ...item, content, tokens });
    partStart = partEnd;
  }
  return parts;
}

const boundaryPatterns = [/\n\s*\n/g, /\n/g, /[.!?。！？]\s*/g, /\s+/g];

/**
 * Finds the end of a part that starts at `partStart` and ends no later than `limit`. Unless the text ends before
 * `limit`, the part has at least half of the allowed length.
 */
function findSplit(text: string, partStart: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const minLength = Math.floor((limit - partStart) / 2);
  const part = text.slice(partStart, limit);
  for (const boundaryPattern of boundaryPatterns) {
    const lastMatch = [...part.matchAll(boundaryPattern)].at(-1);
    const end = lastMatch ? lastMatch.index + lastMatch[0].length : 0;
    if (end > minLength) return partStart + end;
  }
  // Do not split a surrogate pair.
  const isLowSurrogate = (text.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return isLowSurrogate && limit - 1 > partStart ? limit - 1 : limit;
}
