import { type Block, type Inline, wordsOf } from "./pandocTree.ts";

/** What fits on one slide of our template, in lines of its text. Another template may hold more or less: text that is too much is made smaller. */
export const slideLines = 12;
export const codeLinesPerSlide = 17;
const lineLength = 78;
const codeLineCost = slideLines / codeLinesPerSlide;
const codeLineLength = 95;
/** The space before a paragraph, and before an item. */
const paragraphGap = 0.5;
const itemGap = 0.2;
/** Characters that each level of a list takes from a line. */
const indent = 5;

/** How many lines of a slide the blocks take. */
export function countSlideLines(blocks: readonly Block[], width = lineLength): number {
  return blocks.reduce((sum, block) => sum + blockCost(block, width), 0);
}

export const linesOf = (inlines: readonly Inline[], width = lineLength): number =>
  wordsOf(inlines)
    .split("\n")
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0) + breaksIn(inlines);

const breaksIn = (inlines: readonly Inline[]) => inlines.filter(({ t }) => t === "LineBreak").length;

function blockCost(block: Block, width: number): number {
  switch (block.t) {
    case "Para":
      return linesOf(block.c, width) + paragraphGap;
    case "Plain":
      return linesOf(block.c, width);
    case "Header":
      return linesOf(block.c[2], width) + paragraphGap;
    case "CodeBlock":
      return codeLines(block.c[1]) * codeLineCost + paragraphGap;
    case "BlockQuote":
      return countSlideLines(block.c, width - indent);
    case "BulletList":
      return costOfItems(block.c, width);
    case "OrderedList":
      return costOfItems(block.c[1], width);
    case "Div":
      return countSlideLines(block.c[1], width);
    case "HorizontalRule":
      return 0;
    case "Table":
      return slideLines;
    default:
      return block satisfies never;
  }
}

const costOfItems = (items: readonly Block[][], width: number) =>
  items.reduce((sum, item) => sum + countSlideLines(item, Math.max(20, width - indent)) + itemGap, 0);

/** Lines of code, long ones folded. */
function codeLines(code: string): number {
  return code.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / codeLineLength)), 0);
}
