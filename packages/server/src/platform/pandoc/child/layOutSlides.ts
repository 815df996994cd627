import { countSlideLines, maxSlideLines } from "./countSlideLines.ts";
import { hasImage, liftTablesAndImages } from "./liftTablesAndImages.ts";
import { type Block, createHeader, createParagraph, createText, type Inline, toPlainText } from "./pandocTree.ts";
import { joinBlocks, splitBlock } from "./splitBlock.ts";

interface ParsedSection {
  kind: "name" | "user" | "assistant";
  blocks: readonly Block[];
}

/** A heading up to this level starts a slide; a deeper one becomes a bold line. */
const maxTitleLevel = 3;
/** In characters. A prompt is the title of the slides with its answer; a longer prompt is truncated there. */
const maxTitleLength = 90;

/**
 * Arranges the blocks as slides. Pandoc starts a slide at each heading of level 2, and a title slide at each heading of
 * level 1. No text is dropped: content that does not fit on a slide continues on the next one under the same title. A
 * table or an image gets its own slide.
 */
export function layOutSlides(sections: readonly ParsedSection[], title: string): Block[] {
  const deck = createDeck([createText(title)]);
  let name: Inline[] = [createText(title)];
  for (const { kind, blocks } of sections) {
    const firstBlock = blocks[0];
    if (kind === "name") {
      name = [createText(blocks.map(blockToPlainText).join(" "))];
      deck.addTitleSlide(name);
    } else if (kind === "user") {
      const prompt = firstBlock ? blockToPlainText(firstBlock) : "";
      deck.startPrompt(prompt === "" ? name : [createText(truncateTitle(prompt))]);
      const isInTitle =
        blocks.length === 1 && firstBlock?.t === "Para" && prompt.length <= maxTitleLength && !hasImage(firstBlock);
      if (!isInTitle)
        for (const block of blocks) deck.add(block.t === "Header" ? block : { t: "BlockQuote", c: [block] });
    } else {
      deck.startAnswer(name);
      for (const block of blocks) deck.add(block);
    }
  }
  return deck.finish();
}

function createDeck(firstTitle: Inline[]) {
  const output: Block[] = [];
  let title = firstTitle;
  let blocks: Block[] = [];
  /** The current title, if no content has followed it so far. */
  let pendingTitle: Inline[] | null = null;
  /** Bold lines that must be on the same slide as the block after them. */
  let pendingHeadings: Block[] = [];
  /** True if the last prompt has an answer, or there is no prompt so far. */
  let hasAnswer = true;

  const endSlide = () => {
    if (blocks.length > 0) output.push(createHeader(2, title), ...joinBlocks(blocks));
    blocks = [];
  };
  const startSlide = (nextTitle: Inline[]) => {
    flushPendingHeadings();
    endSlide();
    if (pendingTitle) output.push(createHeader(1, pendingTitle));
    pendingTitle = nextTitle;
    title = nextTitle;
  };
  const addBlock = (block: Block, maxLines: number) => {
    pendingTitle = null;
    const needsOwnSlide = block.t === "Table" || hasImage(block);
    const addedBlocks = [...pendingHeadings, block];
    pendingHeadings = [];
    const isFull = countSlideLines([...blocks, ...addedBlocks]) > maxLines;
    if (needsOwnSlide || (isFull && blocks.length > 0)) endSlide();
    blocks.push(...addedBlocks);
    if (needsOwnSlide) endSlide();
  };
  const flushPendingHeadings = () => {
    if (pendingHeadings.length > 0) pendingTitle = null;
    blocks.push(...pendingHeadings);
    pendingHeadings = [];
  };
  const addPart = (block: Block) => {
    if (block.t === "HorizontalRule") return endSlide();
    if (block.t === "Header" && block.c[0] <= maxTitleLevel) return startSlide(block.c[2]);
    if (block.t === "Header") {
      pendingHeadings.push(createParagraph([{ t: "Strong", c: block.c[2] }]));
      return;
    }
    const blockLines = countSlideLines([block]);
    // Do not split a short block. If it does not fit, it goes on the next slide.
    if (block.t !== "Table" && blockLines <= maxSlideLines / 2) return addBlock(block, maxSlideLines);
    const parts = splitBlock(block);
    const totalLines = countSlideLines([...blocks, ...pendingHeadings, block]);
    // Distribute the content evenly, so that the last slide is not nearly empty.
    const maxPartLines = totalLines / Math.ceil(totalLines / maxSlideLines) + 1;
    for (const part of parts) addBlock(part, parts.length > 3 ? Math.min(maxSlideLines, maxPartLines) : maxSlideLines);
  };
  return {
    /**
     * Starts an answer under the title of its prompt, or under `fallbackTitle` if its prompt is not in the document.
     */
    startAnswer(fallbackTitle: Inline[]) {
      flushPendingHeadings();
      endSlide();
      if (hasAnswer) {
        if (pendingTitle) output.push(createHeader(1, pendingTitle));
        pendingTitle = null;
        title = fallbackTitle;
      }
      hasAnswer = true;
    },
    addTitleSlide(name: Inline[]) {
      flushPendingHeadings();
      endSlide();
      if (pendingTitle) output.push(createHeader(1, pendingTitle));
      output.push(createHeader(1, name));
      pendingTitle = null;
      title = name;
      hasAnswer = true;
    },
    startPrompt(prompt: Inline[]) {
      startSlide(prompt);
      hasAnswer = false;
    },
    add(block: Block) {
      for (const part of liftTablesAndImages(block)) addPart(part);
    },
    finish(): Block[] {
      flushPendingHeadings();
      endSlide();
      if (pendingTitle) output.push(createHeader(1, pendingTitle));
      return output;
    },
  };
}

const truncateTitle = (title: string) =>
  title.length <= maxTitleLength ? title : `${title.slice(0, maxTitleLength - 1).trimEnd()}…`;

function blockToPlainText(block: Block): string {
  if (block.t === "Header") return toPlainText(block.c[2]);
  return block.t === "Para" || block.t === "Plain" ? toPlainText(block.c) : "";
}
