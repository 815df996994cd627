import {
  type Block,
  type Cell,
  createParagraph,
  createText,
  type Inline,
  type Row,
  type TableParts,
  toPlainText,
} from "./pandocTree.ts";

/**
 * Moves tables and images out of lists, quotes, paragraphs and cells, and puts them between or after the parts of these.
 * Elsewhere pandoc drops them from slides.
 */
export function liftTablesAndImages(block: Block): Block[] {
  switch (block.t) {
    case "Para":
    case "Plain":
      return splitAtImages(block);
    case "Header": {
      const { inlines, images } = replaceImages(block.c[2]);
      return [{ t: "Header", c: [block.c[0], block.c[1], inlines] }, ...images];
    }
    case "BlockQuote":
      return liftFromQuote(block.c);
    case "BulletList":
      return liftFromItems(block.c, (items) => ({ t: "BulletList", c: items }));
    case "OrderedList": {
      const [[start, style, delimiter], items] = block.c;
      return liftFromItems(items, (items, index) => ({
        t: "OrderedList",
        c: [[start + index, style, delimiter], items],
      }));
    }
    case "Table":
      return liftFromTable(block.c);
    default:
      return [block];
  }
}

/** True if a paragraph contains an image. */
export const hasImage = (block: Block): boolean =>
  (block.t === "Para" || block.t === "Plain") && block.c.some((inline) => listImages(inline).length > 0);

const isLifted = (block: Block) => block.t === "Table" || hasImage(block);

function listImages(inline: Inline): Inline[] {
  switch (inline.t) {
    case "Image":
      return [inline];
    case "Strong":
    case "Emph":
    case "Strikeout":
      return inline.c.flatMap(listImages);
    case "Link":
      return inline.c[1].flatMap(listImages);
    default:
      return [];
  }
}

function splitAtImages(paragraph: Extract<Block, { t: "Para" | "Plain" }>): Block[] {
  if (!hasImage(paragraph)) return [paragraph];
  const runs: Inline[][] = [[]];
  for (const inline of paragraph.c) {
    const images = listImages(inline);
    if (images.length === 0) runs.at(-1)?.push(inline);
    else runs.push(...images.map((image) => [image]), []);
  }
  return runs
    .filter((run) => run.some(({ t }) => t === "Image") || toPlainText(run).trim() !== "")
    .map(createParagraph);
}

function liftFromQuote(quoted: readonly Block[]): Block[] {
  const blocks: Block[] = [];
  for (const block of quoted.flatMap(liftTablesAndImages)) {
    const last = blocks.at(-1);
    if (isLifted(block)) blocks.push(block);
    else if (last?.t === "BlockQuote") last.c.push(block);
    else blocks.push({ t: "BlockQuote", c: [block] });
  }
  return blocks;
}

/** `createList` gets items and the index of the first of them in the whole list. */
function liftFromItems(items: readonly Block[][], createList: (items: Block[][], index: number) => Block): Block[] {
  const blocks: Block[] = [];
  let listItems: Block[][] = [];
  let firstIndex = 0;
  const endList = (nextIndex: number) => {
    if (listItems.length > 0) blocks.push(createList(listItems, firstIndex));
    listItems = [];
    firstIndex = nextIndex;
  };
  for (const [index, item] of items.entries()) {
    const itemBlocks = item.flatMap(liftTablesAndImages);
    const end = itemBlocks.findIndex(isLifted);
    if (end !== 0) listItems.push(end === -1 ? itemBlocks : itemBlocks.slice(0, end));
    if (end === -1) continue;
    endList(index + 1);
    blocks.push(...itemBlocks.slice(end));
  }
  endList(items.length);
  return blocks;
}

/** Replaces images by their labels, and returns the images as paragraphs. */
function replaceImages(inlines: readonly Inline[]): { inlines: Inline[]; images: Block[] } {
  const images = inlines.flatMap(listImages).map((image) => createParagraph([image]));
  const replace = (inline: Inline) => (listImages(inline).length > 0 ? createText(toPlainText([inline])) : inline);
  return { inlines: inlines.map(replace), images };
}

function liftFromTable([attributes, caption, columns, head, bodies, foot]: TableParts): Block[] {
  const images: Block[] = [];
  const replaceInBlock = (block: Block): Block => {
    if (block.t !== "Plain") return block;
    const replaced = replaceImages(block.c);
    images.push(...replaced.images);
    return { t: "Plain", c: replaced.inlines };
  };
  const replaceInCell = ([cellAttributes, alignment, rowSpan, columnSpan, blocks]: Cell): Cell => [
    cellAttributes,
    alignment,
    rowSpan,
    columnSpan,
    blocks.map(replaceInBlock),
  ];
  const replaceInRow = ([rowAttributes, cells]: Row): Row => [rowAttributes, cells.map(replaceInCell)];
  const newHead: TableParts[3] = [head[0], head[1].map(replaceInRow)];
  const newBodies = bodies.map(([bodyAttributes, headColumns, headRows, rows]): TableParts[4][number] => [
    bodyAttributes,
    headColumns,
    headRows,
    rows.map(replaceInRow),
  ]);
  return [{ t: "Table", c: [attributes, caption, columns, newHead, newBodies, foot] }, ...images];
}
