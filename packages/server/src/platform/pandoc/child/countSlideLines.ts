import { type Block, type Inline, toPlainText } from "./pandocTree.ts";

/**
 * Lines of text that fit on a slide of our template. On slides of other templates, more or fewer may fit; PowerPoint
 * shrinks text that is too long.
 */
export const maxSlideLines = 12;
export const maxCodeLinesPerSlide = 17;
const lineLength = 78;
const linesPerCodeLine = maxSlideLines / maxCodeLinesPerSlide;
const codeLineLength = 95;
/** The space between paragraphs, in lines. */
const paragraphGap = 0.5;
/** The space between list items, in lines. */
const itemGap = 0.2;
/** Characters by which each list or quote level shortens a line. */
const indent = 5;

/** Estimates how many lines of a slide the blocks need. */
export function countSlideLines(blocks: readonly Block[], width = lineLength): number {
  return blocks.reduce((sum, block) => sum + countBlockLines(block, width), 0);
}

export const countInlineLines = (inlines: readonly Inline[], width = lineLength): number =>
  toPlainText(inlines)
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0) + countLineBreaks(inlines);

const countLineBreaks = (inlines: readonly Inline[]) => inlines.filter(({ t }) => t === "LineBreak").length;

function countBlockLines(block: Block, width: number): number {
  switch (block.t) {
    case "Para":
      return countInlineLines(block.c, width) + paragraphGap;
    case "Plain":
      return countInlineLines(block.c, width);
    case "Header":
      return countInlineLines(block.c[2], width) + paragraphGap;
    case "CodeBlock":
      return countCodeLines(block.c[1]) * linesPerCodeLine + paragraphGap;
    case "BlockQuote":
      return countSlideLines(block.c, width - indent);
    case "BulletList":
      return countItemLines(block.c, width);
    case "OrderedList":
      return countItemLines(block.c[1], width);
    case "Div":
      return countSlideLines(block.c[1], width);
    case "HorizontalRule":
      return 0;
    case "Table":
      return maxSlideLines;
    default:
      return block satisfies never;
  }
}

const countItemLines = (items: readonly Block[][], width: number) =>
  items.reduce((sum, item) => sum + countSlideLines(item, Math.max(20, width - indent)) + itemGap, 0);

/** Counts the lines of code after wrapping long ones. */
function countCodeLines(code: string): number {
  return code.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / codeLineLength)), 0);
}
