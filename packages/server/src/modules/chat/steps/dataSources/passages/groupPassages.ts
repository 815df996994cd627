import type { ContentItem, Location } from "@lectern/contract";
import { fairTokens, isOtherPlace } from "../../../../../platform/documents/chunking/isOtherPlace.ts";

/** A stretch of a document with its places: what an answer cites by one number. */
export interface DocumentPassage {
  content: string;
  tokens: number;
  locations: Location[];
  /** Which items of the document's content it covers. */
  originalIndexes: number[];
}

/** Small enough to name one place, large enough to be understood by itself. */
const passageTokens = 500;
/** A heading begins a new passage once the one before it has so much. */
const shortestBeforeHeading = 150;
const mostLocations = 20;

/**
 * Cuts a document into passages of about 500 tokens at the borders of its items; one of a fair size ends with its page, slide, sheet or
 * chapter. An item that is longer is cut where it hurts least.
 */
export function groupPassages(items: readonly ContentItem[]): DocumentPassage[] {
  const passages: DocumentPassage[] = [];
  let open: { item: ContentItem; index: number }[] = [];
  let tokens = 0;
  const close = () => {
    if (open.length > 0) passages.push(toPassage(open));
    open = [];
    tokens = 0;
  };
  for (const [index, item] of items.entries()) {
    if (item.content.trim() === "") continue;
    const last = open.at(-1);
    const beginsSection = item.kind === "heading" && tokens >= shortestBeforeHeading;
    const beginsPlace = last && tokens >= fairTokens && isOtherPlace(last.item.location, item.location);
    if (beginsSection || beginsPlace || tokens + item.tokens > passageTokens) close();
    for (const piece of piecesOf(item)) {
      if (tokens + piece.tokens > passageTokens) close();
      open.push({ item: piece, index });
      tokens += piece.tokens;
    }
  }
  close();
  return passages;
}

function toPassage(parts: readonly { item: ContentItem; index: number }[]): DocumentPassage {
  let content = "";
  for (const { item } of parts) {
    if (content !== "") content += isTight(item.kind) ? "\n" : "\n\n";
    content += item.content.trim();
  }
  const places = new Map(parts.map(({ item }) => [JSON.stringify(item.location), item.location]));
  const locations = [...places.values()];
  return {
    content,
    tokens: parts.reduce((sum, { item }) => sum + item.tokens, 0),
    // Of very many the first and the last, between which the others lie.
    locations:
      locations.length > mostLocations ? [...locations.slice(0, mostLocations - 1), ...locations.slice(-1)] : locations,
    originalIndexes: [...new Set(parts.map(({ index }) => index))],
  };
}

const isTight = (kind: ContentItem["kind"]) => kind === "table" || kind === "code" || kind === "list";

/** An item of more than a passage, cut at paragraphs, else lines, sentences, spaces, or anywhere. */
function piecesOf(item: ContentItem): ContentItem[] {
  if (item.tokens <= passageTokens) return [item];
  const length = Math.max(1, Math.floor((item.content.length * passageTokens) / item.tokens));
  const pieces: ContentItem[] = [];
  for (let from = 0; from < item.content.length; ) {
    const until = cutBefore(item.content, from, from + length);
    const content = item.content.slice(from, until);
    const tokens = Math.min(passageTokens, Math.ceil((item.tokens * content.length) / item.content.length));
    if (content.trim() !== "") pieces.push({ ...item, content, tokens });
    from = until;
  }
  return pieces;
}

const borders = [/\n\s*\n/g, /\n/g, /[.!?。！？]\s*/g, /\s+/g];

/** Where to end a piece that begins at `from` and may reach `limit`: no earlier than half of it. */
function cutBefore(text: string, from: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const earliest = Math.floor((limit - from) / 2);
  const part = text.slice(from, limit);
  for (const border of borders) {
    const last = [...part.matchAll(border)].at(-1);
    const end = last ? last.index + last[0].length : 0;
    if (end > earliest) return from + end;
  }
  // Not through a character of two code units.
  const isLow = (text.charCodeAt(limit) & 0xfc00) === 0xdc00;
  return isLow && limit - 1 > from ? limit - 1 : limit;
}
