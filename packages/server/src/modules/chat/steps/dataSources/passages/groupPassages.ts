import type { ContentItem, Location } from "@lectern/contract";
import { isPageBreak, minTokensAtPageBreak } from "../../../../../platform/documents/chunking/isPageBreak.ts";

/** A part of a document with its locations. An answer cites it by one number. */
export interface DocumentPassage {
  content: string;
  tokens: number;
  locations: Location[];
  /** Indexes of the content items that the passage covers. */
  originalIndexes: number[];
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
  let current: { item: ContentItem; index: number }[] = [];
  let tokens = 0;
  const close = () => {
    if (current.length > 0) passages.push(toPassage(current));
    current = [];
    tokens = 0;
  };
  for (const [index, item] of items.entries()) {
    if (item.content.trim() === "") continue;
    const last = current.at(-1);
    const isHeadingBreak = item.kind === "heading" && tokens >= minTokensBeforeHeading;
    const isLocationBreak = last && tokens >= minTokensAtPageBreak && isPageBreak(last.item.location, item.location);
    if (isHeadingBreak || isLocationBreak || tokens + item.tokens > maxPassageTokens) close();
    for (const part of splitItem(item)) {
      if (tokens + part.tokens > maxPassageTokens) close();
      current.push({ item: part, index });
      tokens += part.tokens;
    }
  }
  close();
  return passages;
}

function toPassage(parts: readonly { item: ContentItem; index: number }[]): DocumentPassage {
  let content = "";
  for (const { item } of parts) {
    if (content !== "") content += isDense(item.kind) ? "\n" : "\n\n";
    content += item.content.trim();
  }
  const byJson = new Map(parts.map(({ item }) => [JSON.stringify(item.location), item.location]));
  const locations = [...byJson.values()];
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

const boundaries = [/\n\s*\n/g, /\n/g, /[.!?。！？]\s*/g, /\s+/g];

/**
 * Finds the end of a part that starts at `partStart` and ends no later than `limit`. Unless the text ends before
 * `limit`, the part has at least half of the allowed length.
 */
function findSplit(text: string, partStart: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const minLength = Math.floor((limit - partStart) / 2);
  const part = text.slice(partStart, limit);
  for (const boundary of boundaries) {
    const last = [...part.matchAll(boundary)].at(-1);
    const end = last ? last.index + last[0].length : 0;
    if (end > minLength) return partStart + end;
  }
  // Do not split a surrogate pair.
  const isLowSurrogate = (text.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return isLowSurrogate && limit - 1 > partStart ? limit - 1 : limit;
}
