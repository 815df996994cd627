import type { ContentItem, Location } from "@lectern/contract";
import type { Chunk } from "../documentReader.ts";
import { detectLanguage } from "./detectLanguage.ts";
import { createHeadingPath } from "./headingPath.ts";
import { isPageBreak, minTokensAtPageBreak } from "./isPageBreak.ts";
import { type CountTokens, splitText } from "./splitText.ts";

export interface ChunkOptions {
  /** Most tokens of a chunk. */
  maxTokens?: number;
  /** A heading begins a new chunk once there are so many. */
  enoughTokens?: number;
}

/** A stretch of one item that stays together. */
interface Piece {
  text: string;
  tokens: number;
  /** Of the item. */
  index: number;
  item: ContentItem;
  /** In the whole text. */
  start: number;
  /** The header row or signature that stands before it, where it begins a chunk. */
  lead: string;
}

const longestHeading = 60;
const longestLead = 100;
const shortestPart = 100;
/** What separates two items in a document's whole text, which `charIndex` counts in. */
export const itemSeparator = "\n";

/**
 * Cuts a document's content into passages for search of about 350 to 500 tokens, in reading order and without overlap. A heading stays
 * with what follows it, the headings above stand before the text, and a table or a piece of code is cut only when it alone is too
 * long, with its first row or line again before each part. A chunk of a fair size ends with its page, slide, sheet or chapter. Blank
 * items are in no chunk.
 */
export function chunkContent(
  items: readonly ContentItem[],
  countTokens: CountTokens,
  { maxTokens = 480, enoughTokens = 220 }: ChunkOptions = {},
): Chunk[] {
  const chunks: Chunk[] = [];
  const headings = createHeadingPath();
  const whole = detectLanguage(sampleOf(items));
  let pieces: Piece[] = [];
  let before = "";
  let tokens = 0;

  const begin = (piece: Piece) => {
    before = isHeading(piece) ? headings.above(piece.text) : headings.path();
    tokens = before === "" ? 0 : countTokens(before) + 1;
    if (piece.lead !== "") tokens += countTokens(piece.lead) + 1;
  };
  const push = (piece: Piece) => {
    if (isHeading(piece)) headings.enter(piece.text, pieces.at(-1)?.item.kind === "heading");
    if (pieces.length === 0) begin(piece);
    pieces.push(piece);
    tokens += piece.tokens + 1;
  };
  const emit = (done: readonly Piece[]) => {
    const [first] = done;
    if (!first) return;
    const content = [before, first.lead, joinPieces(done)].filter((part) => part !== "").join("\n");
    const { iso, configuration } = detectLanguage(content);
    chunks.push({
      content,
      tokens: countTokens(content),
      charIndex: first.start,
      locations: distinct(done.map(({ item }) => item.location)),
      originalIndexes: [...new Set(done.map(({ index }) => index))],
      language: iso === null && configuration === "simple" ? whole.configuration : configuration,
    });
  };
  /** Ends the chunk; headings at its end begin the next one, whose text they introduce. */
  const close = () => {
    const last = pieces.findLastIndex((piece) => !isHeading(piece));
    const keepsHeadings = last >= 0 && last < pieces.length - 1;
    emit(keepsHeadings ? pieces.slice(0, last + 1) : pieces);
    const moved = keepsHeadings ? pieces.slice(last + 1) : [];
    pieces = [];
    tokens = 0;
    const [first] = moved;
    if (!first) return;
    begin(first);
    pieces = moved;
    tokens += moved.reduce((sum, piece) => sum + piece.tokens + 1, 0);
  };
  const fits = (piece: Piece) => tokens + piece.tokens + 1 <= maxTokens;
  const isBorder = ({ item }: Piece) => {
    const last = pieces.at(-1);
    return last !== undefined && isPageBreak(last.item.location, item.location);
  };

  const add = (piece: Piece) => {
    const isEnough =
      (isHeading(piece) && tokens >= enoughTokens) || (isBorder(piece) && tokens >= minTokensAtPageBreak);
    if (isEnough && !pieces.every(isHeading)) close();
    if (pieces.length === 0 ? piece.tokens + roomBefore(piece) <= maxTokens : fits(piece)) return push(piece);
    if (!pieces.every(isHeading)) close();
    // Headings without end, as in a table of contents.
    if (tokens > maxTokens / 2) {
      emit(pieces);
      pieces = [];
      tokens = 0;
    }
    if (pieces.length === 0 ? piece.tokens + roomBefore(piece) <= maxTokens : fits(piece)) return push(piece);
    const room = maxTokens - (pieces.length === 0 ? roomBefore(piece) : tokens);
    for (const part of partsOf(piece, Math.max(room - 2, shortestPart), countTokens)) {
      if (pieces.length > 0 && !fits(part)) close();
      push(part);
    }
  };
  const roomBefore = (piece: Piece) =>
    (headings.path() === "" ? 0 : countTokens(headings.path()) + 1) +
    (piece.lead === "" ? 0 : countTokens(piece.lead) + 1) +
    1;

  let start = 0;
  let header: Piece | null = null;
  for (const [index, item] of items.entries()) {
    const text = item.content;
    if (text.trim() !== "") {
      const tokens = countBounded(text, maxTokens, countTokens);
      const isLong = item.kind === "heading" && tokens > longestHeading;
      const piece: Piece = {
        text,
        tokens,
        index,
        item: isLong ? { ...item, kind: "paragraph" } : item,
        start,
        lead: "",
      };
      if (header && isSameTable(header.item, item)) piece.lead = leadOf(header.text, countTokens);
      else header = isRow(item) ? piece : null;
      add(piece);
    }
    start += text.length + itemSeparator.length;
  }
  close();
  emit(pieces);
  return chunks;
}

const isHeading = ({ item }: Piece) => item.kind === "heading";
const isLined = ({ kind }: ContentItem) => kind === "table" || kind === "code";

function partsOf(piece: Piece, maxTokens: number, countTokens: CountTokens): Piece[] {
  const byLines = isLined(piece.item);
  const lead = byLines && piece.lead === "" ? leadOf(headOf(piece.item), countTokens) : piece.lead;
  const room = Math.max(maxTokens - (lead === "" ? 0 : countTokens(lead) + 1), shortestPart);
  let start = piece.start;
  return splitText(piece.text, room, countTokens, { byLines }).flatMap((text, index) => {
    const part = { ...piece, text, tokens: countTokens(text), start, lead: index === 0 ? piece.lead : lead };
    start += text.length;
    return text.trim() === "" ? [] : [part];
  });
}

/** The header of a table, with its rule where it is Markdown's, or the first line of code. */
function headOf({ content, kind }: ContentItem): string {
  const [first = "", second = ""] = content.split("\n").filter((line) => line.trim() !== "");
  return kind === "table" && /^\s*\|?[\s:|-]+\|?\s*$/.test(second) ? `${first}\n${second}` : first;
}

const leadOf = (text: string, countTokens: CountTokens) =>
  text.length < longestLead * 8 && countTokens(text) <= longestLead ? text.trimEnd() : "";

/** A row of a sheet is an item of its own; the first one of a sheet names the columns. */
const isRow = ({ kind, location }: ContentItem) => kind === "table" && "row" in location;

function isSameTable(header: ContentItem, item: ContentItem): boolean {
  return isRow(item) && JSON.stringify({ ...header.location, row: 0 }) === JSON.stringify({ ...item.location, row: 0 });
}

function joinPieces(pieces: readonly Piece[]): string {
  return pieces.reduce((text, piece, index) => {
    const previous = pieces[index - 1];
    if (!previous) return piece.text;
    if (previous.index === piece.index) return text + piece.text;
    const isTight = previous.item.kind === piece.item.kind && piece.item.kind !== "paragraph";
    return `${text}${isTight ? "\n" : "\n\n"}${piece.text}`;
  }, "");
}

function distinct(locations: readonly Location[]): Location[] {
  return [...new Map(locations.map((location) => [JSON.stringify(location), location])).values()];
}

const countBounded = (text: string, maxTokens: number, countTokens: CountTokens) =>
  text.length > maxTokens * 12 ? text.length : countTokens(text);

/** Text from all over the document. */
function sampleOf(items: readonly ContentItem[]): string {
  const step = Math.max(1, Math.floor(items.length / 40));
  return items
    .filter((_, index) => index % step === 0)
    .map(({ content }) => content.slice(0, 200))
    .join("\n");
}
