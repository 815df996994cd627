import { countSlideLines, maxCodeLinesPerSlide, maxSlideLines } from "./countSlideLines.ts";
import {
  type Block,
  createParagraph,
  createText,
  type Inline,
  type Row,
  type TableParts,
  toPlainText,
} from "./pandocTree.ts";

/** Maximum length of a paragraph on one slide, in characters. */
const maxParagraphLength = 700;
/** Characters on one line of a table row, for all columns together. */
const rowLength = 85;
/** Maximum number of lines of a table on one slide, without its header. */
const maxTableLines = 11;

/**
 * Splits a block where a slide can end: lists between items, and text, code or tables that are too long for one slide
 * between sentences, lines or rows.
 */
export function splitBlock(block: Block): Block[] {
  switch (block.t) {
    case "Para":
    case "Plain":
      return countSlideLines([block]) > maxSlideLines ? splitText(block.c) : [block];
    case "CodeBlock":
      return splitCode(block);
    case "BulletList":
      return block.c.map((item) => ({ t: "BulletList", c: [item] }));
    case "OrderedList": {
      const [[start, style, delimiter], items] = block.c;
      return items.map((item, index) => ({ t: "OrderedList", c: [[start + index, style, delimiter], [item]] }));
    }
    case "BlockQuote":
      return block.c.flatMap(splitBlock).map((part) => ({ t: "BlockQuote", c: [part] }));
    case "Table":
      return splitTable(block.c);
    default:
      return [block];
  }
}

/** Joins adjacent lists and quotes, which `splitBlock` may have split, on one slide. */
export function joinBlocks(blocks: readonly Block[]): Block[] {
  const joinedBlocks: Block[] = [];
  for (const block of blocks) {
    const last = joinedBlocks.at(-1);
    if (last?.t === "BulletList" && block.t === "BulletList")
      joinedBlocks.splice(-1, 1, { ...last, c: [...last.c, ...block.c] });
    else if (last?.t === "OrderedList" && block.t === "OrderedList" && continuesNumbering(last.c, block.c))
      joinedBlocks.splice(-1, 1, { ...last, c: [last.c[0], [...last.c[1], ...block.c[1]]] });
    else if (last?.t === "BlockQuote" && block.t === "BlockQuote")
      joinedBlocks.splice(-1, 1, { ...last, c: [...last.c, ...block.c] });
    else joinedBlocks.push(block);
  }
  return joinedBlocks;
}

type OrderedList = Extract<Block, { t: "OrderedList" }>["c"];
const continuesNumbering = ([[start], items]: OrderedList, [[next]]: OrderedList) => start + items.length === next;

function splitText(inlines: readonly Inline[]): Block[] {
  const parts: Inline[][] = [[]];
  let length = 0;
  for (const inline of inlines.flatMap(splitSentences)) {
    const addedLength = toPlainText([inline]).length;
    if (length > 0 && length + addedLength > maxParagraphLength) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)?.push(inline);
    length += addedLength;
  }
  return parts.map(createParagraph);
}

/** Matches parts of a sentence that end with a word, or parts of a very long word. */
const longTextPattern = /[\s\S]{1,700}(?=\s|$)|[\s\S]{1,700}/gu;

function splitSentences(inline: Inline): Inline[] {
  if (inline.t !== "Str" || inline.c.length < maxParagraphLength / 4) return [inline];
  return inline.c
    .split(/(?<=[.!?。！？]["”’)]?\s)/u)
    .flatMap((sentence) => sentence.match(longTextPattern) ?? [])
    .map(createText);
}

function splitCode(block: Extract<Block, { t: "CodeBlock" }>): Block[] {
  const [attributes, code] = block.c;
  const lines = code.split("\n");
  if (lines.length <= maxCodeLinesPerSlide) return [block];
  const partCount = Math.ceil(lines.length / maxCodeLinesPerSlide);
  const linesPerSlide = Math.ceil(lines.length / partCount);
  return Array.from({ length: partCount }, (_, index) => ({
    t: "CodeBlock",
    c: [attributes, lines.slice(index * linesPerSlide, (index + 1) * linesPerSlide).join("\n")],
  }));
}

function splitTable(parts: TableParts): Block[] {
  const [attributes, caption, columns, head, [body], foot] = parts;
  if (!body) return [{ t: "Table", c: parts }];
  const groups: Row[][] = [];
  let lines = Number.POSITIVE_INFINITY;
  for (const row of body[3]) {
    const addedLines = countRowLines(row);
    if (lines + addedLines > maxTableLines) {
      groups.push([]);
      lines = 0;
    }
    groups.at(-1)?.push(row);
    lines += addedLines;
  }
  const rowGroups = groups.length === 0 ? [[]] : groups;
  return rowGroups.map((rows) => ({
    t: "Table",
    c: [attributes, caption, columns, head, [[body[0], 0, [], rows]], foot],
  }));
}

function countRowLines([, cells]: Row): number {
  const width = Math.max(8, rowLength / Math.max(1, cells.length));
  const lines = cells.map(([, , , , blocks]) =>
    blocks.reduce((sum, block) => sum + ("c" in block && block.t === "Plain" ? toPlainText(block.c).length : 0), 0),
  );
  return Math.max(1, ...lines.map((length) => Math.ceil(length / width)));
}
